//! Reads what a random battle tells, as a player could who looks at everything: the log with its
//! passages, dice and floating words, questions and answers, what is offered and why something isn't,
//! choices, cards, clock, score, goals, terrain and deeds.

use std::collections::BTreeSet;

use bevy::prelude::World;
use ironrank::{
    battle::{
        Acting, Battle, BattleWorld, Log, Pending, Showing, SideId, Telling, UnitId, levels,
        playable::{
            acting::{Began, Choice, ChoiceDoes, Control, Focus, Situation, VerbId},
            showing::{Kind, Label},
        },
    },
    lab::{Kinds, Report},
    no_quarter::NoQuarter,
    players::{self, whose_order},
};

/// The player looks around before one order of so many; in each battle before others.
const LOOKS: usize = 4;

/// What was read.
#[derive(Default)]
pub struct Reading {
    /// Lines, sentences and labels of all kinds.
    pub lines: BTreeSet<String>,
    /// What buttons say that choose something.
    pub choices: BTreeSet<String>,
    /// What kinds of models and rules are called.
    pub names: BTreeSet<String>,
    /// Names of the units and models in the battles whose reasons were read.
    pub proper: BTreeSet<String>,
    /// The plans that a computer player considered, for each of its choices.
    pub plans: Vec<Vec<String>>,
    /// Terms that are explained on pointing.
    terms: BTreeSet<String>,
}

impl Reading {
    /// Reads a random battle from its beginning to its end.
    pub fn battle(&mut self, level: &str, seed: u64) {
        let level = levels::find(level, None).expect("an embedded level");
        let mut battle = Battle::<NoQuarter>::new(&level, seed).expect("the level can be played");
        let random = |side| players::Kind::Random.player::<NoQuarter>(seed, SideId(side));
        let mut players = [0, 1].map(random);
        let (mut given, mut seen) = (0, 0);
        while battle.outcome().is_none() {
            self.question(&battle.world);
            if (given + seed as usize).is_multiple_of(LOOKS) {
                self.offers(&battle.world);
                self.table(&battle.world, given / LOOKS);
            }
            let side = whose_order::<NoQuarter>(&battle.world);
            let order = players[side.index()].order(&battle.world).expect("a random order");
            battle.order(order).expect("a legal order");
            seen = self.floating_words(&battle.world, seen);
            given += 1;
        }
        self.log(&battle.world);
        self.terrain(&battle.world);
        self.explanations(&battle.world);
        self.result(&battle);
    }

    /// Reads how a battle ends that a side gives up at once.
    pub fn concession(&mut self, level: &str, side: SideId) {
        let level = levels::find(level, None).expect("an embedded level");
        let mut battle = Battle::<NoQuarter>::new(&level, 1).expect("the level can be played");
        battle.order(NoQuarter::concession(side)).expect("anybody may give up");
        self.log(&battle.world);
        self.result(&battle);
    }

    /// Reads the reasons of two computer players of one kind for what they do, in so many orders at most.
    pub fn reasons(&mut self, level: &str, kind: players::Kind, orders: usize) {
        let level = levels::find(level, None).expect("an embedded level");
        let mut battle = Battle::<NoQuarter>::new(&level, 1).expect("the level can be played");
        let mut players = [0, 1].map(|side| kind.player::<NoQuarter>(1, SideId(side)));
        for _ in 0..orders {
            // Some are raised in the middle of the battle.
            let roster = battle.world.roster();
            let units = roster.units().map(|unit| battle.world.unit_name(unit));
            let models = roster.models().map(|model| battle.world.model_name(model));
            self.proper.extend(units.chain(models).map(str::to_owned));
            let player = &mut players[whose_order::<NoQuarter>(&battle.world).index()];
            let Some(order) = player.order(&battle.world) else { return };
            if let Some(reason) = player.reason() {
                self.read(reason.sentence());
                self.plans.push(reason.plans.iter().map(|plan| plan.name.clone()).collect());
            }
            battle.order(order).expect("a legal order");
            if battle.outcome().is_some() {
                return;
            }
        }
    }

    /// Why the battle ended, and the report on it.
    fn result(&mut self, battle: &Battle<NoQuarter>) {
        let outcome = battle.outcome().expect("the battle is over");
        let accounts = outcome.tallies.into_iter().flat_map(|tally| tally.account);
        accounts.for_each(|(what, _)| self.read(what));
        self.read(outcome.reason);
        let players = vec!["random".to_owned(); 2];
        let report = Report::of(&battle.world, &battle.save(), players, Kinds::default()).text();
        report.lines().for_each(|line| self.read(line.trim_start()));
    }

    /// What is said on pointing at whatever was read with a term.
    fn explanations(&mut self, world: &World) {
        for term in std::mem::take(&mut self.terms) {
            let Some(entry) = NoQuarter::explained(world, &term) else { continue };
            self.named([entry.name, entry.rule]);
            self.read(entry.about);
        }
    }

    fn read(&mut self, text: impl Into<String>) {
        self.lines.insert(text.into());
    }

    /// Reads what is a name as a whole.
    fn named<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        for name in names {
            self.names.insert(name.to_owned());
            self.read(name);
        }
    }

    fn labels<'a>(&mut self, labels: impl IntoIterator<Item = &'a Label>) {
        for label in labels {
            self.read(&label.text);
            self.terms.insert(label.term.clone());
        }
    }

    /// The pending decision.
    fn question(&mut self, world: &World) {
        let Some(decision) = &world.resource::<Pending<NoQuarter>>().0 else { return };
        let asking = NoQuarter::asking(world, decision);
        self.read(asking.text);
        self.read(asking.about);
        asking.replies.into_iter().for_each(|reply| self.read(reply.text));
    }

    /// What can be ordered now, and why not.
    fn offers(&mut self, world: &World) {
        let unit = match NoQuarter::situation(world) {
            Situation::SettingUp(setting_up) => {
                self.read(setting_up.title);
                self.read(setting_up.hint);
                self.choices.insert(setting_up.next.to_owned());
                for entry in &setting_up.waits {
                    self.choices.insert(entry.name.clone());
                }
                if let Some(first) = setting_up.waits.first() {
                    let focus = Focus { unit: first.unit, ..Focus::default() };
                    self.controls(world, focus, &first.intent);
                }
                return;
            }
            Situation::Choosing { units, enemies, reserve } => {
                reserve.iter().for_each(|choice| self.choice(choice));
                if let Some(enemies) = enemies {
                    self.read(enemies.title);
                    self.read(enemies.about);
                }
                units.first().copied()
            }
            Situation::Acting { unit, left } => {
                self.read(left);
                Some(unit)
            }
            Situation::Over => return,
        };
        // Who has to answer first can do nothing else.
        if world.resource::<Pending<NoQuarter>>().0.is_some() {
            return;
        }
        let focus = Focus { unit, ..Focus::default() };
        for (place, _) in (0..).zip(NoQuarter::verbs()) {
            let why_not = NoQuarter::why_not(world, focus, VerbId(place));
            why_not.into_iter().for_each(|why_not| self.read(why_not));
        }
        for offer in NoQuarter::offers(world, focus) {
            self.choices.insert(offer.name);
            self.read(offer.help);
            let possible = offer.why_not.is_none();
            offer.why_not.into_iter().for_each(|why_not| self.read(why_not));
            if !possible {
                continue;
            }
            match NoQuarter::begun_by(world, focus, None, offer.verb) {
                Began::Prepares(intent) | Began::PreparesForOnlyTarget(intent) => {
                    self.controls(world, focus, &intent);
                }
                Began::Lists => self.list(world, focus, offer.verb),
                Began::Nothing | Began::Gives(_) | Began::ListsEnemies => {}
            }
        }
    }

    /// What is listed to choose from.
    fn list(&mut self, world: &World, focus: Focus, verb: VerbId) {
        let Some(list) = NoQuarter::listing(world, focus, verb) else { return };
        self.read(&list.title);
        for section in list.sections {
            self.read(section.aside);
            for row in section.rows {
                self.terms.insert(row.term);
                row.details.into_iter().for_each(|detail| self.read(detail));
                self.choice(&row.choice);
                row.remark.into_iter().for_each(|line| self.read(line.text));
                row.notes.into_iter().for_each(|note| self.read(note));
            }
        }
    }

    /// What can be said about an order in preparation.
    fn controls(&mut self, world: &World, focus: Focus, intent: &<NoQuarter as Acting>::Intent) {
        self.read(NoQuarter::wants(intent).hint);
        for control in NoQuarter::controls(world, focus, intent) {
            match control {
                Control::Numbered(choice) | Control::Choice(choice) => self.choice(&choice),
                Control::Amount(amount) => {
                    self.read(amount.before);
                    self.read(amount.after);
                }
                Control::Words(words) | Control::Aside(words) => self.read(words),
                Control::Turns => {}
            }
        }
    }

    fn choice(&mut self, choice: &Choice<NoQuarter>) {
        self.choices.insert(choice.text.clone());
        self.terms.insert(choice.term.to_owned());
        self.read(&choice.about);
        choice.why_not.iter().for_each(|why_not| self.read(why_not));
        if let ChoiceDoes::Refuses(why) = choice.does {
            self.read(why);
        }
    }

    /// Clock, score and goals, and the card of one unit after another.
    fn table(&mut self, world: &World, look: usize) {
        let clock = NoQuarter::clock(world);
        self.read(clock.time);
        self.read(clock.awaited);
        clock.first.into_iter().for_each(|(_, how)| self.read(how));
        let score = NoQuarter::score(world);
        score.aim.into_iter().for_each(|sentence| self.read(sentence));
        let accounts = score.tallies.into_iter().flat_map(|tally| tally.account);
        accounts.for_each(|(reason, _)| self.read(reason));
        for goal in NoQuarter::goals(world) {
            self.read(goal.text);
            goal.standing.into_iter().for_each(|sentence| self.read(sentence));
        }
        let units = world.roster().units().filter(|&unit| !world.members(unit).is_empty());
        let units: Vec<UnitId> = units.collect();
        self.card(world, units[look % units.len()]);
        for one in NoQuarter::lasting(world) {
            self.labels([&one.name]);
            self.read(one.until);
        }
        // Ground that spells have made may be gone by the end.
        self.terrain(world);
    }

    fn card(&mut self, world: &World, unit: UnitId) {
        let model = world.members(unit).first().copied();
        let card = NoQuarter::card(world, unit, model);
        self.read(card.models);
        self.labels(card.states.iter().map(|state| &state.label));
        self.labels(&card.left);
        card.kinds.iter().for_each(|kind| self.kind(kind));
        if let Some(model) = card.model {
            self.read(model.name);
            self.read(model.now);
            self.kind(&model.kind);
        }
        NoQuarter::instructions(world, unit).iter().for_each(|choice| self.choice(choice));
        for wish in NoQuarter::wishes(world, unit, model) {
            self.read(wish.text);
            self.read(wish.about);
        }
    }

    fn kind(&mut self, kind: &Kind) {
        self.named([&*kind.name]);
        self.labels(kind.together.iter().chain(&kind.abilities).chain(&kind.facts));
        for part in &kind.parts {
            if let Some((name, numbers)) = &part.wielder {
                self.read(name);
                self.labels([numbers]);
            }
            self.labels(&part.abilities);
            for arm in &part.arms {
                self.read(&arm.name);
                self.labels(&arm.rules);
            }
        }
    }

    /// What rises over the table for the events from a place in the log on; gives where the log ends.
    fn floating_words(&mut self, world: &World, from: usize) -> usize {
        let events = &world.resource::<Log<NoQuarter>>().0;
        for event in &events[from..] {
            let words = NoQuarter::staging(world, event).words;
            words.into_iter().for_each(|word| self.read(word.text));
        }
        events.len()
    }

    /// The log, line by line and in passages, with its dice, and what it adds up to.
    fn log(&mut self, world: &World) {
        let events = &world.resource::<Log<NoQuarter>>().0;
        for event in events {
            self.read(NoQuarter::told(world, event).text);
            for die in NoQuarter::dice(world, event) {
                self.read(die.purpose);
                self.read(die.about);
            }
        }
        let mut place = 0;
        while place < events.len() {
            match NoQuarter::passage(world, &events[place..]) {
                Some(passage) => {
                    self.read(passage.told.text);
                    self.read(passage.tally);
                    place += passage.events;
                }
                None => place += 1,
            }
        }
        <NoQuarter as Telling>::deeds(world).into_iter().for_each(|deeds| self.read(deeds.text));
    }

    fn terrain(&mut self, world: &World) {
        for piece in &world.table().terrain {
            let (low, high) = piece.footprint.bounds();
            for card in NoQuarter::pieces_at(world, low.midpoint(high)) {
                self.read(card.name);
                self.labels(&card.facts);
            }
        }
    }
}
