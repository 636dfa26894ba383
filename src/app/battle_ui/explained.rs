//! What is explained once: the first time it matters, as long as it matters then, and never again.

use bevy::prelude::*;

use crate::app::settings::Settings;

/// What is being explained now, by the id under which settings keep it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Explaining(Option<&'static str>);

/// Whether something that matters now is to be explained; nothing matters now where there is no id.
/// What mattered until now has been read.
pub fn explains(world: &mut World, id: Option<&'static str>) -> bool {
    let before = world.resource::<Explaining>().0;
    if let Some(read) = before.filter(|_| before != id) {
        world.resource_mut::<Settings>().explained.insert(read.to_owned());
    }
    let now = id.filter(|&id| !world.resource::<Settings>().explained.contains(id));
    world.resource_mut::<Explaining>().set_if_neq(Explaining(now));
    now.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stays_as_long_as_it_matters_and_never_comes_back() {
        let mut world = World::new();
        world.init_resource::<Explaining>();
        world.init_resource::<Settings>();
        assert!(!explains(&mut world, None));
        assert!(explains(&mut world, Some("Initiative")));
        assert!(explains(&mut world, Some("Initiative")), "in the next frame too");
        assert!(world.resource::<Settings>().explained.is_empty());
        assert!(!explains(&mut world, None));
        assert!(world.resource::<Settings>().explained.contains("Initiative"));
        assert!(!explains(&mut world, Some("Initiative")));
        assert!(explains(&mut world, Some("Another")));
    }
}
