//! Whom refusals are about, in words that a player knows: nobody gives orders to "Halberdier 7".

use std::fmt;

use bevy::prelude::World;

use super::components::{ProfileOf, Role};
use crate::battle::{BattleWorld, ModelId};

/// A model as refusals name it.
#[derive(Clone, Copy)]
pub(super) struct Who<'a> {
    world: &'a World,
    model: ModelId,
}

/// Whom a refusal is about: one of many by its kind and its unit, such as "a Halberdier of Wall Watch", and
/// whoever has a name or a role by that. The window marks the model on the table.
pub(super) fn who(world: &World, model: ModelId) -> Who<'_> {
    Who { world, model }
}

impl fmt::Display for Who<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { world, model } = *self;
        let unit = world.unit_of(model);
        let one_of_many =
            *world.of_model::<Role>(model) == Role::Rank && world.members(unit).len() > 1;
        if !one_of_many {
            return f.write_str(world.model_name(model));
        }
        let kind = &world.of_model::<ProfileOf>(model).0.name;
        let article = if kind.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
        write!(f, "{article} {kind} of {}", world.unit_name(unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        Profile,
        components::Formation,
        test_world::{TestWorld, man},
    };

    #[test]
    fn one_of_many_goes_by_kind_and_unit_and_whoever_is_alone_or_has_a_role_by_name() {
        let mut test = TestWorld::new();
        let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];
        let orc = Profile { name: "Orc".to_owned(), unit_name: "Orcs".to_owned(), ..man() };
        let orcs = test.unit(0, Formation::Skirmish, &places, orc);
        let alone = test.unit(1, Formation::Skirmish, &places[..1], man());
        let [first, second] = [0, 1].map(|place| test.model(orcs, place));
        test.world.set_model(second, Role::Leader);
        let told = |model| who(&test.world, model).to_string();
        assert_eq!(told(first), format!("an Orc of {}", test.world.unit_name(orcs)));
        assert_eq!(told(second), test.world.model_name(second));
        let alone = test.model(alone, 0);
        assert_eq!(told(alone), test.world.model_name(alone));
    }
}
