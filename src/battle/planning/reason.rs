//! Why a player does what it does: the best plans that it thought of, what each is worth, and why.

use std::borrow::Borrow;

use serde::{Deserialize, Serialize};

use super::{Account, Item, Planning, Weighed};
use crate::battle::playable::{capitalised, listed};

/// So many of the best plans are kept.
const MOST_CONSIDERED: usize = 3;

/// So many items of an account are told.
const MOST_ITEMS: usize = 3;
/// What the other items come to is told if it is at least that.
const REMAINDER: f32 = 1.5;
/// A plan's greatest shortfall behind the one that is followed is told if it is at least that.
const SHORTFALL: f32 = 1.0;

/// A plan that a player has considered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Considered {
    /// The plan's name.
    pub name: String,
    /// What it seemed to be worth.
    pub account: Account,
}

/// The best few of some plans that a reader can tell apart, the best first: of several with one name, such as two
/// ways to the same place, only the best.
pub fn most_considered<R: Planning, W: Borrow<Weighed<R>>>(
    best_first: impl Iterator<Item = W>,
) -> Vec<W> {
    let mut told: Vec<W> = Vec::new();
    for one in best_first {
        if told.iter().all(|better| better.borrow().plan.name != one.borrow().plan.name) {
            told.push(one);
        }
        if told.len() == MOST_CONSIDERED {
            break;
        }
    }
    told
}

/// Why a player does something: what it does, and what else it thought of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reason {
    /// A few of the best plans, the best first: that is the one that is followed.
    pub plans: Vec<Considered>,
    /// How many were weighed in all.
    pub weighed: usize,
}

impl Reason {
    /// The reason for the first of some plans, the best first, of so many that were weighed; none if
    /// there is no plan.
    pub fn of<R: Planning>(best_first: &[Weighed<R>], weighed: usize) -> Option<Self> {
        let plans = most_considered(best_first.iter()).into_iter().map(|weighed| Considered {
            name: weighed.plan.name.clone(),
            account: weighed.account.clone(),
        });
        let plans: Vec<Considered> = plans.collect();
        (!plans.is_empty()).then_some(Self { plans, weighed })
    }

    /// Everything in it that people read.
    pub(in crate::battle) fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.plans.iter_mut().flat_map(|plan| {
            let items = plan.account.0.iter_mut();
            let items = items.flat_map(|item| {
                [Some(item.about.to_mut()), item.note.as_mut()].into_iter().flatten()
            });
            std::iter::once(&mut plan.name).chain(items)
        })
    }

    /// The reason as people read it: "Charge Bone Chewers: worth 34 (+40 for casualties and -6 for danger
    /// because Boar Boys can charge it). Otherwise: hold (12, 40 less for casualties) or end the activation
    /// (3)."
    pub fn sentence(&self) -> String {
        let Some((first, others)) = self.plans.split_first() else { return String::new() };
        let mut text = first.in_words();
        if !others.is_empty() {
            let other = |(place, plan): (usize, &Considered)| {
                let is_behind = place == 0 && whole(plan.worth()) < whole(first.worth());
                let shortfall = if is_behind { plan.shortfall(first) } else { None };
                let told: Vec<String> =
                    [whole(plan.worth()).to_string()].into_iter().chain(shortfall).collect();
                format!("{} ({})", plan.name, told.join(", "))
            };
            let others: Vec<String> = others.iter().enumerate().map(other).collect();
            text.push_str(&format!(". Otherwise: {}", others.join(" or ")));
        }
        text.push('.');
        text
    }
}

impl Considered {
    /// What it seemed to be worth.
    pub fn worth(&self) -> f32 {
        self.account.worth()
    }

    /// What it is, what it seemed to be worth and why, as a sentence.
    pub fn sentence(&self) -> String {
        format!("{}.", self.in_words())
    }

    /// What it is and what it seemed to be worth: "Charge the Bone Chewers: worth 34".
    pub fn headline(&self) -> String {
        format!("{}: worth {}", capitalised(&self.name), whole(self.worth()))
    }

    /// What its worth consists of, by the weightiest items, in whole points that add up to it; nothing if none
    /// matters.
    pub fn why(&self) -> String {
        let items: Vec<&Item> = self.account.weighty().into_iter().take(MOST_ITEMS).collect();
        if items.is_empty() {
            return String::new();
        }
        let worths: Vec<f32> = items.iter().map(|item| item.worth).collect();
        let others = Some(self.worth() - worths.iter().sum::<f32>());
        let others = others.filter(|others| others.abs() >= REMAINDER).map_or(0, whole);
        let (mut points, lack) = whole_with_sum(&worths, whole(self.worth()) - others);
        points.push(others + lack);
        let for_what = |item: &&Item| for_what(&item.about, item.note.as_deref());
        let for_others = std::iter::once("for other things".to_owned());
        let told = points.iter().zip(items.iter().map(for_what).chain(for_others));
        let told = told.filter(|(points, _)| **points != 0);
        listed(&told.map(|(points, what)| format!("{points:+} {what}")).collect::<Vec<String>>())
    }

    /// The item in which it falls short of another plan most: "20 less for danger because Boar Boys can
    /// charge its flank"; none if nothing matters.
    fn shortfall(&self, behind: &Self) -> Option<String> {
        let less = |item: &&Item| behind.account.of(&item.about) - self.account.of(&item.about);
        let items = self.account.0.iter().chain(&behind.account.0);
        let most = items.max_by(|a, b| less(a).total_cmp(&less(b)))?;
        let by = less(&most);
        let own = self.account.0.iter().find(|item| item.about == most.about && item.worth < 0.0);
        let note = own.and_then(|item| item.note.as_deref());
        (by >= SHORTFALL).then(|| format!("{} less {}", whole(by), for_what(&most.about, note)))
    }

    fn in_words(&self) -> String {
        let (headline, why) = (self.headline(), self.why());
        if why.is_empty() { headline } else { format!("{headline} ({why})") }
    }
}

/// What points are for, and why: "for danger because Boar Boys can charge it".
fn for_what(about: &str, note: Option<&str>) -> String {
    note.map_or_else(|| format!("for {about}"), |note| format!("for {about} because {note}"))
}

/// Some points without their fractions, and what they lack of a sum: as long as rounding misses it, one more of
/// those that change least by it is rounded the other way. No gain becomes a loss by that, nor a loss a gain.
fn whole_with_sum(worths: &[f32], sum: i64) -> (Vec<i64>, i64) {
    let mut points: Vec<i64> = worths.iter().map(|worth| whole(*worth)).collect();
    let mut open: Vec<usize> = (0..points.len()).collect();
    loop {
        let lack = sum - points.iter().sum::<i64>();
        let step = lack.signum();
        let keeps_its_sign = |&place: &usize| {
            let points = points[place] + step;
            points == 0 || (points > 0) == (worths[place] > 0.0)
        };
        let gain = |place: usize| (worths[place] - points[place] as f32) * step as f32;
        let able = open.iter().copied().filter(keeps_its_sign);
        match able.max_by(|a, b| gain(*a).total_cmp(&gain(*b))) {
            Some(place) if lack != 0 => {
                points[place] += step;
                open.retain(|&other| other != place);
            }
            _ => return (points, lack),
        }
    }
}

/// Points without a fraction. A file may name any number; more than this aren't told.
fn whole(worth: f32) -> i64 {
    const MOST: f32 = 1e9;
    worth.round().clamp(-MOST, MOST) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{battle::planning::Plan, no_quarter::NoQuarter};

    fn considered(name: &str, items: &[(&'static str, f32)]) -> Considered {
        let mut account = Account::default();
        for &(about, worth) in items {
            account.add(about, worth);
        }
        Considered { name: name.to_owned(), account }
    }

    #[test]
    fn a_reason_is_a_sentence() {
        let mut charge = considered("charge Bone Chewers", &[("material", 40.4), ("cover", 0.1)]);
        charge.account.add_noted("threat", -6.0, || "Boar Boys can charge it".to_owned());
        let hold = considered("hold and strike when charged", &[("material", 12.2)]);
        let end = considered("end the activation", &[("threat", -0.3)]);
        let reason = Reason { plans: vec![charge, hold, end], weighed: 9 };
        let sentence = "Charge Bone Chewers: worth 35 (+41 for material and -6 for threat because \
                        Boar Boys can charge it). Otherwise: hold and strike when charged (12, 28 less for \
                        material) or end the activation (0).";
        assert_eq!(reason.sentence(), sentence);
        let hill = considered("hold the hill", &[("objectives", 60.0), ("cover", 0.6)]);
        let mut charge = considered("charge", &[("objectives", 60.0), ("material", 12.0)]);
        charge.account.add_noted("threat", -30.0, || "Boar Boys can charge its flank".to_owned());
        let end = considered("end the activation", &[("objectives", 60.0)]);
        let reason = Reason { plans: vec![hill.clone(), charge], weighed: 2 };
        let sentence = "Hold the hill: worth 61 (+60 for objectives and +1 for cover). Otherwise: charge \
                        (42, 30 less for threat because Boar Boys can charge its flank).";
        assert_eq!(reason.sentence(), sentence);
        let alike = Reason { plans: vec![hill, end], weighed: 2 };
        assert!(alike.sentence().ends_with("Otherwise: end the activation (60)."));
        let rest = [
            ("material", 40.0),
            ("cover", -9.0),
            ("threat", -8.0),
            ("nerves", -6.0),
            ("ranks", 3.0),
        ];
        let told = considered("charge", &rest).why();
        assert_eq!(told, "+40 for material, -9 for cover, -8 for threat and -3 for other things");
        let only = Reason { plans: vec![considered("rally", &[])], weighed: 1 };
        assert_eq!(only.sentence(), "Rally: worth 0.");
    }

    #[test]
    fn what_is_told_adds_up() {
        let why = |items: &[f32]| {
            const ABOUT: [&str; 5] = ["material", "threat", "cover", "nerves", "ranks"];
            let items: Vec<_> = ABOUT.into_iter().zip(items.iter().copied()).collect();
            let plan = considered("charge", &items);
            (plan.headline(), plan.why())
        };
        let told = |headline: &str, why: &str| (headline.to_owned(), why.to_owned());
        // Two fractions may come to one point, and what isn't told counts all the same.
        assert_eq!(why(&[-0.8, -0.6]), told("Charge: worth -1", "-1 for material"));
        assert_eq!(why(&[7.4, 0.4]), told("Charge: worth 8", "+8 for material"));
        assert_eq!(why(&[-0.5, 0.5]), told("Charge: worth 0", "-1 for material and +1 for threat"));
        let rest = "+5 for material, +3 for threat, +3 for cover and +4 for other things";
        assert_eq!(why(&[5.2, 3.0, 2.6, 2.4, 2.0]), told("Charge: worth 15", rest));
        let least = [("material", -92.45), ("threat", -12.4), ("cover", 1.7), ("nerves", -0.4)];
        assert_eq!(
            considered("go", &least).why(),
            "-93 for material, -13 for threat and +2 for cover"
        );
        // What costs something is never told as a gain.
        let others = "+1 for other things";
        assert_eq!(why(&[-0.6, 0.45, 0.45, 0.45]), told("Charge: worth 1", others));
        // A file may say anything.
        for [first, second] in [[1e30, 1e30], [1e18, 1e10], [f32::MAX, f32::MIN]] {
            let (headline, why) = why(&[first, second]);
            assert!(headline.len() < 30 && why.len() < 100, "{headline}, {why}");
        }
        let most = "+6 for material, +3 for threat and +3 for cover";
        assert_eq!(why(&[5.2, 3.0, 2.6, 0.6, 0.4]), told("Charge: worth 12", most));
    }

    #[test]
    fn plans_that_read_alike_are_told_once() {
        let weighed = |(name, worth): (&str, f32)| {
            let plan = Plan::<NoQuarter> { name: name.to_owned(), acts: Vec::new() };
            Weighed { plan, account: considered(name, &[("material", worth)]).account }
        };
        let plans = [("charge", 9.0), ("go", 8.0), ("go", 7.0), ("charge", 6.0), ("hold", 5.0)];
        let plans: Vec<_> = plans.into_iter().chain([("rally", 4.0)]).map(weighed).collect();
        let told = Reason::of(&plans, plans.len()).unwrap();
        let told: Vec<_> = told.plans.iter().map(|plan| (&*plan.name, plan.worth())).collect();
        assert_eq!(told, [("charge", 9.0), ("go", 8.0), ("hold", 5.0)]);
    }
}
