//! What has happened, in the past tense, with the dice behind it. The log, the animations and the
//! statistics read nothing else.

mod manner;

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

pub use self::manner::{Cause, Gait, HitResult, PanicResult, Shortfall, TestReason};

use super::{
    components::Formation,
    magic::{Ended, Spell, SpellOn},
    mishaps::Mishap,
    uses::{At, Usable},
};
use crate::{
    battle::{ModelId, Outcome, SideId, TerrainId, UnitId, level::Edge},
    no_quarter::dice::Roll,
    table::{Inches, Pose, formation::Manoeuvre, sight::Cover, template::Laid},
};

/// One thing that has happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// Both sides rolled to see who deploys first.
    DeploymentRolled {
        /// Each side's die; ties are rolled again and leave more of them.
        rolls: Vec<(SideId, Roll)>,
        /// Who deploys first.
        first: SideId,
    },
    /// A unit was put on the table.
    Deployed {
        /// The unit.
        unit: UnitId,
    },
    /// Both sides rolled to see who lays the first piece of terrain: the highest (SET-02).
    TerrainRolled {
        /// Each side's die; ties are rolled again and leave more of them.
        rolls: Vec<(SideId, Roll)>,
        /// Who lays the first.
        first: SideId,
    },
    /// A piece of terrain was laid, or left out.
    TerrainLaid {
        /// Who laid it.
        side: SideId,
        /// The piece.
        terrain: TerrainId,
        /// Where; nowhere if it was left out.
        at: Option<Pose>,
    },
    /// A side picked its table edge (SET-04).
    EdgeChosen {
        /// Who.
        side: SideId,
        /// Which.
        edge: Edge,
    },
    /// Both sides rolled to see whose units that come later are put down first (SET-06).
    LatecomersRolled {
        /// Each side's die; ties are rolled again and leave more of them.
        rolls: Vec<(SideId, Roll)>,
        /// Who puts down the first.
        first: SideId,
    },
    /// A unit was kept in reserve (SET-05).
    KeptBack {
        /// The unit.
        unit: UnitId,
    },
    /// A unit came on from the reserve (SET-05).
    Entered {
        /// The unit.
        unit: UnitId,
    },
    /// A game turn began.
    TurnBegan {
        /// Its number.
        turn: u32,
    },
    /// The length of the battle was rolled (TURN-06).
    LengthRolled {
        /// The die.
        roll: Roll,
        /// The last turn.
        last_turn: u32,
    },
    /// Both sides rolled for initiative (TURN-01).
    InitiativeRolled {
        /// Each side's die; ties are rolled again and leave more of them.
        rolls: Vec<(SideId, Roll)>,
        /// What was added to the dice of each side, in the order of the sides.
        modifiers: [i32; 2],
        /// Who won.
        winner: SideId,
    },
    /// A unit's activation began.
    Activated {
        /// The unit.
        unit: UnitId,
        /// Who selected it.
        by: SideId,
    },
    /// A unit's activation ended.
    ActivationEnded {
        /// The unit.
        unit: UnitId,
    },
    /// A game turn ended.
    TurnEnded {
        /// Its number.
        turn: u32,
    },
    /// A model moved, or turned.
    Moved {
        /// Who.
        model: ModelId,
        /// Why.
        gait: Gait,
        /// From where.
        from: Pose,
        /// Where it was after each action, or each part of the way; the last is where it is now.
        way: Vec<Pose>,
        /// What it paid for this part of its way.
        actions: u8,
    },
    /// A ranked unit moved as a block.
    Manoeuvred {
        /// The unit.
        unit: UnitId,
        /// What it did.
        manoeuvre: Manoeuvre,
        /// What each of its models pays in all.
        actions: u8,
    },
    /// A unit changed its formation.
    FormedUp {
        /// The unit.
        unit: UnitId,
        /// The old formation.
        from: Formation,
        /// The new one.
        to: Formation,
    },
    /// Models of a ranked unit changed places (FORM-09).
    Reorganised {
        /// The unit.
        unit: UnitId,
        /// Who changed places.
        models: Vec<ModelId>,
        /// What each model of the unit that is in no combat paid.
        actions: u8,
    },
    /// An individual left a unit and acts by itself (FORM-10).
    LeftUnit {
        /// Who.
        model: ModelId,
        /// The unit it left.
        unit: UnitId,
    },
    /// An individual joined a unit (FORM-10).
    JoinedUnit {
        /// Who.
        model: ModelId,
        /// The unit it joined.
        unit: UnitId,
    },
    /// A unit declared a charge.
    ChargeDeclared {
        /// Who.
        unit: UnitId,
        /// Whom.
        target: UnitId,
    },
    /// A charge came into contact.
    Charged {
        /// Who.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// The chargers in contact; those with momentum have `momentum` extra actions.
        contacts: Vec<ModelId>,
        /// What each of them gained (CHG-04).
        momentum: u8,
    },
    /// A unit was too much afraid to charge (FEAR-01).
    Daunted {
        /// Who.
        unit: UnitId,
        /// Of whom.
        target: UnitId,
    },
    /// A unit that was charged failed its test against fear: it counts as panicked until the active
    /// unit has finished (FEAR-02).
    Frightened {
        /// Who.
        unit: UnitId,
    },
    /// A charger stopped where its weapon reaches an enemy (CC-09).
    InReach {
        /// Who.
        model: ModelId,
        /// The enemy.
        enemy: ModelId,
    },
    /// A ranked charger went on and pushed enemies back (CC-10).
    PushedBack {
        /// Who.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// Which of them had to move.
        models: Vec<ModelId>,
        /// What it cost each model of the unit.
        actions: u8,
    },
    /// A model drove over another, which takes a hit without a roll (COMBO-02).
    RanOver {
        /// Who.
        model: ModelId,
        /// Whom.
        target: ModelId,
        /// The strength of the hit.
        strength: i32,
    },
    /// A charge came into contact with nobody (CHG-02).
    FellShort {
        /// Who.
        unit: UnitId,
        /// Whom it was after.
        target: UnitId,
        /// How far from them it ended.
        gap: Inches,
        /// Why.
        why: Shortfall,
    },
    /// A unit fled from a charge (HOLD-05).
    Fled {
        /// Who.
        unit: UnitId,
        /// From whom.
        from: UnitId,
    },
    /// A model got up.
    StoodUp {
        /// Who.
        model: ModelId,
        /// What it paid.
        actions: u8,
    },
    /// A model attacked in close combat.
    Struck {
        /// Who.
        attacker: ModelId,
        /// Whom.
        target: ModelId,
        /// The weapon's name.
        weapon: String,
        /// The die, with the needed number and its modifiers; none for an automatic hit.
        roll: Option<Roll>,
        /// How it came up.
        result: HitResult,
        /// Actions paid, those of momentum included.
        actions: u8,
    },
    /// A model shot.
    Shot {
        /// Who.
        shooter: ModelId,
        /// At which unit.
        unit: UnitId,
        /// At which model.
        target: ModelId,
        /// The weapon's name.
        weapon: String,
        /// The measured range.
        range: Inches,
        /// The target's cover.
        cover: Cover,
        /// The die, with the needed number and its modifiers; none out of range.
        roll: Option<Roll>,
        /// How it came up.
        result: HitResult,
        /// Actions paid.
        actions: u8,
    },
    /// A shot into close combat found whom it hit (RNG-08).
    WhoWasHit {
        /// A die for each model in the combat, as it counts.
        rolls: Vec<(ModelId, Roll)>,
        /// The lowest.
        hit: ModelId,
    },
    /// A model breathed or sprayed over a teardrop (TEAR-01).
    Breathed {
        /// Who.
        model: ModelId,
        /// The weapon's name.
        weapon: String,
        /// Where.
        laid: Laid,
        /// Actions paid.
        actions: u8,
    },
    /// A grenade was thrown (GREN-01).
    Threw {
        /// Who.
        thrower: ModelId,
        /// Who threw with it (GREN-03).
        with: Vec<ModelId>,
        /// The weapon's name.
        weapon: String,
        /// At which model, unless at the ground.
        target: Option<ModelId>,
        /// The point aimed at.
        at: Vec2,
        /// How far.
        range: Inches,
        /// The die.
        roll: Roll,
        /// How it came up; a fumble goes off in the thrower's hand.
        result: HitResult,
        /// Actions paid by each.
        actions: u8,
    },
    /// A weapon that bursts was fired (BLAST-01).
    Bombarded {
        /// The support weapon, or who carries it.
        shooter: ModelId,
        /// Who rolled: the best of the crew, or the bearer.
        by: ModelId,
        /// The weapon's name.
        weapon: String,
        /// At which model, unless at the ground.
        target: Option<ModelId>,
        /// The point aimed at.
        at: Vec2,
        /// How far.
        range: Inches,
        /// The target's cover.
        cover: Cover,
        /// The die; none out of range.
        roll: Option<Roll>,
        /// How it came up; a fumble bursts in the air.
        result: HitResult,
        /// Actions paid by each of the crew.
        actions: u8,
    },
    /// A support weapon was loaded (SUP-03).
    Loaded {
        /// The weapon.
        model: ModelId,
        /// Actions paid by each of the crew.
        actions: u8,
    },
    /// A missile that has wounded goes on (SUP-05).
    FlewOn {
        /// Whose it was.
        attacker: ModelId,
        /// Where it left its target.
        from: Vec2,
        /// Which way, of length 1.
        way: Vec2,
        /// How far at most.
        length: Inches,
        /// The die for that.
        roll: Roll,
    },
    /// A shot at a support weapon found whether it hit weapon or crew (SUP-08).
    ElementHit {
        /// The unit.
        unit: UnitId,
        /// The die: 1 to 4 for the crew.
        roll: Roll,
        /// Who is hit.
        hit: ModelId,
    },
    /// A missile that went on comes to a halt at terrain (SUP-05).
    FlightEnded {
        /// Whose missile.
        attacker: ModelId,
        /// Where.
        at: Vec2,
        /// At what.
        terrain: TerrainId,
    },
    /// A hit does nothing to a very large target: it wasn't a siege weapon's (CC-13).
    TooLarge {
        /// Who was hit.
        model: ModelId,
        /// By whom.
        attacker: ModelId,
    },
    /// A model has set something off.
    Used {
        /// Who.
        model: ModelId,
        /// What.
        what: Usable,
        /// Where.
        at: At,
        /// Whom it hits.
        caught: Vec<ModelId>,
        /// What it cost.
        actions: u8,
    },
    /// A model leapt as far as its die said (AB-LEAP).
    Leapt {
        /// Who.
        model: ModelId,
        /// The die.
        roll: Roll,
        /// How far, unless something stopped it.
        length: Inches,
        /// On whom it comes down.
        caught: Vec<ModelId>,
    },
    /// A hit that is left over from an extra attack goes over to another enemy (AB-EXTRA-ATTACK).
    WentOver {
        /// Who struck.
        attacker: ModelId,
        /// Who has fallen.
        model: ModelId,
        /// Whom it strikes now.
        target: ModelId,
    },
    /// A template that missed lands elsewhere (BLAST-02, GREN-02).
    Deviated {
        /// Whose attack it was.
        attacker: ModelId,
        /// Where it was to land.
        aimed_at: Vec2,
        /// Where it lands.
        lands: Vec2,
        /// The direction, in degrees counter-clockwise from the table's right.
        direction: Roll,
        /// How far it goes astray.
        distance: Inches,
        /// The die for that, if it was rolled.
        roll: Option<Roll>,
    },
    /// A template came down: who was under it, by id (TEAR-01, BLAST-01).
    TemplateLaid {
        /// Whose attack it was.
        attacker: ModelId,
        /// Where.
        laid: Laid,
        /// Those wholly under it, who are hit.
        wholly: Vec<ModelId>,
        /// Those partly under it, who are hit on 5 or less.
        partly: Vec<ModelId>,
    },
    /// A model partly under a template was hit, or wasn't.
    PartlyCovered {
        /// Who.
        model: ModelId,
        /// The die.
        roll: Roll,
        /// Whether it is hit.
        struck: bool,
    },
    /// A model tried to parry a blow (CC-07).
    Parried {
        /// Who.
        model: ModelId,
        /// Whose blow.
        attacker: ModelId,
        /// The die.
        roll: Roll,
        /// Whether the blow was turned aside.
        parried: bool,
        /// Whether it left an opening: a natural 10.
        opened: bool,
    },
    /// A model tried to get out of the way of a hit (AB-EVADE).
    Evaded {
        /// Who.
        model: ModelId,
        /// Whose hit.
        attacker: ModelId,
        /// The die.
        roll: Roll,
        /// Whether the hit does nothing.
        evaded: bool,
    },
    /// A model rolled an armour save.
    Saved {
        /// Who.
        model: ModelId,
        /// The die.
        roll: Roll,
        /// Whether the armour held.
        saved: bool,
    },
    /// A model got no armour save.
    NoSave {
        /// Who.
        model: ModelId,
        /// Why: no armour, armour pierced, a masterful hit.
        why: String,
    },
    /// A hit was rolled for damage.
    DamageRolled {
        /// Who was hit.
        model: ModelId,
        /// The die.
        roll: Roll,
        /// Whether it wounded.
        wounded: bool,
        /// Wounds the model has left then.
        wounds_left: u8,
    },
    /// A hit wounded without a roll for damage (AB-MIGHTY-STRIKE, AB-POISONOUS-ATTACK).
    Wounded {
        /// Who was hit.
        model: ModelId,
        /// By whom.
        attacker: ModelId,
        /// Wounds the model has left then.
        wounds_left: u8,
    },
    /// A model that was hit took a test of its toughness (TR-ETHEREAL-EMBRACE).
    Endured {
        /// Who was hit.
        model: ModelId,
        /// The die.
        roll: Roll,
        /// Whether it passed, and has no wound.
        endured: bool,
        /// Wounds the model has left then.
        wounds_left: u8,
    },
    /// A model was knocked down (DMG-04).
    KnockedProne {
        /// Who.
        model: ModelId,
    },
    /// The first wound by a sworn enemy was ignored (TR-NEMESIS).
    WoundIgnored {
        /// Who ignored it.
        model: ModelId,
        /// Whose it was.
        attacker: ModelId,
    },
    /// An engine that has overloaded its boiler suffers for it (TR-BOILER-OVERLOAD).
    Overloaded {
        /// Who.
        model: ModelId,
        /// The die for the wounds that its blow may take, if it has hit.
        roll: Option<Roll>,
        /// The wounds that its blow may take.
        wounds: u8,
        /// Wounds the engine has left then.
        wounds_left: u8,
    },
    /// Blood that eats through steel has splashed those in contact (MUT-CORROSIVE-BLOOD).
    Splashed {
        /// Whose blood.
        model: ModelId,
        /// Who is hit.
        caught: Vec<ModelId>,
    },
    /// A model that regenerates has no wound left, and lies where it is until the turn ends
    /// (TR-REGENERATE).
    LaidLow {
        /// Who.
        model: ModelId,
    },
    /// A model rolled to get a wound back (TR-REGENERATE).
    Regenerated {
        /// Who.
        model: ModelId,
        /// The die.
        roll: Roll,
        /// Whether the wound has closed.
        regained: bool,
        /// Wounds the model has left then.
        wounds_left: u8,
    },
    /// A model rolled for a mishap as its activation began (TR-CONFUSED, TR-MECHANICAL, TR-UNSTABLE).
    MishapRolled {
        /// Who.
        model: ModelId,
        /// What might befall it.
        mishap: Mishap,
        /// The die.
        roll: Roll,
        /// Whether that has happened.
        befell: bool,
    },
    /// A model left the table for good.
    Fell {
        /// Who.
        model: ModelId,
        /// Why.
        cause: Cause,
        /// Where it stood.
        at: Pose,
    },
    /// A model broke off from close combat by choice (CC-08).
    BrokeOff {
        /// Who.
        model: ModelId,
    },
    /// A model followed up after a kill (CC-12).
    FollowedUp {
        /// Who.
        model: ModelId,
        /// Into contact with whom.
        into: Option<ModelId>,
    },
    /// A unit took a command test (CMD-01).
    CommandTested {
        /// Who.
        unit: UnitId,
        /// Why.
        reason: TestReason,
        /// The die.
        roll: Roll,
        /// Whether it passed.
        passed: bool,
    },
    /// A unit passed without a test, being unwavering.
    Unwavering {
        /// Who.
        unit: UnitId,
    },
    /// A unit rolled on the panic table.
    PanicRolled {
        /// Who.
        unit: UnitId,
        /// The die.
        roll: Roll,
        /// What is added to it (MOR-07: +1 after a failed rally).
        bonus: i32,
        /// What came of it.
        result: PanicResult,
    },
    /// A unit of masters rolled what it may add to its saves once (AB-MASTERS-OF-COMBAT).
    MasteryRolled {
        /// Who.
        unit: UnitId,
        /// The die.
        roll: Roll,
    },
    /// A unit of masters used that against an attack (AB-MASTERS-OF-COMBAT).
    MasteryUsed {
        /// Who.
        unit: UnitId,
        /// What it adds to its saves until the active unit has finished.
        by: u8,
    },
    /// A proud unit ignored its failed test of morale (AB-PROUD).
    Ignored {
        /// Who.
        unit: UnitId,
    },
    /// A panicked unit stood instead of retreating.
    StoodFirm {
        /// Who.
        unit: UnitId,
    },
    /// A panicked unit ran.
    Retreated {
        /// Who.
        unit: UnitId,
    },
    /// A unit rallied.
    Rallied {
        /// Who.
        unit: UnitId,
        /// Actions each of its models has now, at most.
        actions: u8,
    },
    /// A unit went on hold.
    Held {
        /// Who.
        unit: UnitId,
        /// What it waits for.
        standing: super::order::StandingOrder,
    },
    /// A unit on hold was told to wait for something else.
    Instructed {
        /// Who.
        unit: UnitId,
        /// What it waits for now.
        standing: super::order::StandingOrder,
    },
    /// A unit on hold responded.
    Responded {
        /// Who.
        unit: UnitId,
        /// To whom.
        to: UnitId,
    },
    /// A unit is no longer on hold.
    HoldEnded {
        /// Who.
        unit: UnitId,
    },
    /// A unit lost its ranks (FORM-04, HOLD-05).
    RanksBroken {
        /// Who.
        unit: UnitId,
    },
    /// A wizard tried to cast a spell, or initiates did together (MAG-01, MAG-03).
    Cast {
        /// Who; of a chant, its leader.
        model: ModelId,
        /// Who chanted with it.
        with: Vec<ModelId>,
        /// What.
        spell: Spell,
        /// At whom or what.
        at: At,
        /// Whom it hits or fells without a further roll.
        caught: Vec<ModelId>,
        /// The die.
        roll: Roll,
        /// Whether it is cast.
        cast: bool,
        /// Actions paid by each.
        actions: u8,
    },
    /// A model tried to resist a spell (MAG-05).
    Resisted {
        /// Who.
        model: ModelId,
        /// What.
        spell: Spell,
        /// The die.
        roll: Roll,
        /// Whether the spell does nothing to it.
        resisted: bool,
    },
    /// A die that a spell asks for by itself.
    SpellRolled {
        /// Who has cast it.
        model: ModelId,
        /// What.
        spell: Spell,
        /// The die.
        roll: Roll,
        /// Whom it hits therefore.
        caught: Vec<ModelId>,
    },
    /// A model has moved where the ground may swallow it (SP-QUICKSAND).
    TrodQuicksand {
        /// Who.
        model: ModelId,
        /// The die.
        roll: Roll,
        /// Whether it is gone.
        swallowed: bool,
    },
    /// A wizard concentrated on its next spell (MAG-02).
    Concentrated {
        /// Who.
        model: ModelId,
        /// What it cost.
        actions: u8,
    },
    /// A spell gave a model a wound back (SP-GAIN-LIFE).
    Healed {
        /// Who.
        model: ModelId,
        /// Wounds it has left now.
        wounds_left: u8,
    },
    /// A caster kept a spell up (MAG-06).
    KeptUp {
        /// Who.
        model: ModelId,
        /// Which, and on what.
        what: SpellOn,
        /// What it cost.
        actions: u8,
    },
    /// A wizard tried to cancel a spell (MAG-07).
    Cancelled {
        /// Who.
        model: ModelId,
        /// Which, and on what.
        what: SpellOn,
        /// The die.
        roll: Roll,
        /// Whether the spell ends.
        cancelled: bool,
        /// What it cost.
        actions: u8,
    },
    /// A spell is no longer in play (MAG-06, MAG-08).
    SpellEnded {
        /// Which, and on what.
        what: SpellOn,
        /// Why.
        why: Ended,
    },
    /// A unit lost its activation of this turn (SP-WIND-OF-THOR).
    ActivationLost {
        /// Which.
        unit: UnitId,
    },
    /// A unit that is lured goes to whoever lured it (SP-LURE).
    Lured {
        /// Which.
        unit: UnitId,
        /// By whom.
        by: ModelId,
    },
    /// A wizard's foresight let a die be rolled again (SP-PERCEPTION).
    SawAhead {
        /// Whose.
        model: ModelId,
        /// How often it can still do so.
        left: u8,
    },
    /// The dead rose (SP-SUMMON-FALLEN, SP-RE-ANIMATE).
    Rose {
        /// Who raised them.
        by: ModelId,
        /// The unit that they joined or formed; none if nobody found a unit to join.
        unit: Option<UnitId>,
        /// Whether they formed it.
        formed: bool,
        /// Who rose.
        models: Vec<ModelId>,
    },
    /// A side gave up (TURN-08).
    Conceded {
        /// Who.
        side: SideId,
    },
    /// The battle ended.
    Ended {
        /// How.
        outcome: Outcome,
    },
}
