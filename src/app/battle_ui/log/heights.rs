//! The room that rows of the log take: those out of sight aren't laid out, only their room is kept.

/// How high rows came out, by their numbers; in egui points.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    /// What they were measured for: the width, the size of text, whether all details are told.
    measured_for: (f32, f32, bool),
    heights: Vec<Option<f32>>,
    sum: f32,
    count: usize,
}

impl Heights {
    /// Forgets what was measured for something else.
    pub(super) fn measured_for(&mut self, wide: f32, text: f32, details: bool, rows: usize) {
        if self.measured_for != (wide, text, details) || self.heights.len() > rows {
            *self = Self { measured_for: (wide, text, details), ..Self::default() };
        }
        self.heights.resize(rows, None);
    }

    /// How high a row is, if that is known.
    pub(super) fn of(&self, row: usize) -> Option<f32> {
        self.heights.get(row).copied().flatten()
    }

    /// Keeps how high a row came out.
    pub(super) fn keep(&mut self, row: usize, height: f32) {
        let Some(kept) = self.heights.get_mut(row) else { return };
        if let Some(before) = kept.replace(height) {
            self.sum -= before;
        } else {
            self.count += 1;
        }
        self.sum += height;
    }

    /// What a row is likely to take.
    pub(super) fn usual(&self) -> f32 {
        if self.count == 0 { 20.0 } else { self.sum / self.count as f32 }
    }
}

/// So many rows out of sight are measured in a frame.
pub(super) const MEASURED_AT_ONCE: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_kept_until_they_are_for_something_else() {
        let mut heights = Heights::default();
        heights.measured_for(200.0, 1.0, false, 3);
        heights.keep(1, 16.0);
        heights.keep(2, 30.0);
        heights.keep(2, 32.0);
        assert_eq!([0, 1, 2].map(|place| heights.of(place)), [None, Some(16.0), Some(32.0)]);
        assert_eq!(heights.usual(), 24.0);
        heights.measured_for(200.0, 1.0, false, 5);
        assert_eq!((heights.of(2), heights.of(4)), (Some(32.0), None), "new lines are added");
        heights.measured_for(180.0, 1.0, false, 5);
        assert_eq!(heights.of(2), None, "it is narrower now");
    }
}
