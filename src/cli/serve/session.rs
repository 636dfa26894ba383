//! A session: reads requests, carries them out on its battle, and answers. Whatever a request is, it
//! gets an answer, and the next one is read.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    rc::Rc,
};

use ironrank::{
    battle::{
        RuleSystem, Showing,
        data::no_such_name,
        level::Deployment,
        levels, link,
        planning::Foresight,
        save::{MOST_ORDERS, Save},
    },
    no_quarter::{Armoury, NoQuarter},
    players::Kind as PlayerKind,
};
use serde::Serialize;
use serde_json::json;

use super::{
    MOST_CLIENTS, foresight,
    fought::{self, Fought, MOST_SNAPSHOTS},
    lines::LONGEST_LINE,
    order,
    play::{self, Playing, Telling, Until},
    problem::{Kind, Problem},
    request::{Do, Id, REQUESTS, Request},
    views,
};

/// The version of the protocol. It is raised when a change breaks clients; new fields in answers don't.
const PROTOCOL: u32 = 1;

/// An answer tells at most so many events unless it is asked for fewer.
const MOST_EVENTS: u64 = 1000;

/// The ways to weigh plans, by their names.
const FORESIGHTS: [(&str, Foresight); 2] =
    [("next_blow", Foresight::NextBlow), ("next_reply", Foresight::NextReply)];

/// What a client talks to.
pub(super) struct Session {
    armoury: Armoury,
    data: Option<PathBuf>,
    battle: Option<Fought>,
    /// Whether the client has gone, as far as that can be known while it waits for an answer.
    is_gone: Rc<dyn Fn() -> bool>,
}

/// A line for the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reply {
    /// The JSON, without the line's end.
    pub(super) line: String,
    /// Whether the session is over.
    pub(super) is_last: bool,
}

/// The JSON of what a request has brought.
type Done = Result<String, Problem>;

#[derive(Serialize)]
struct Refusal<'a> {
    id: Option<Id>,
    error: &'a Problem,
}

/// Whether an order is legal.
#[derive(Serialize)]
struct Checked {
    legal: bool,
    text: String,
    refused: Option<Problem>,
}

/// What the program says first.
pub(super) fn greeting() -> String {
    let rules = json!({
        "name": NoQuarter::NAME,
        "title": NoQuarter::TITLE,
        "version": NoQuarter::VERSION,
    });
    let game = env!("CARGO_PKG_VERSION");
    json!({ "ironrank": { "protocol": PROTOCOL, "game": game, "rules": rules } }).to_string()
}

/// The answer to a line that isn't a request.
pub(super) fn refusal(id: Option<Id>, error: &Problem) -> String {
    json(&Refusal { id, error }).unwrap_or_else(|_| "{\"id\":null,\"error\":null}".to_owned())
}

fn json(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| Problem::new(Kind::Panic, error))
}

impl Session {
    /// A session without a battle.
    pub(super) fn new(armoury: Armoury, data: Option<PathBuf>) -> Self {
        Self { armoury, data, battle: None, is_gone: Rc::new(|| false) }
    }

    /// The same for a client that may go while computers play: they play no further for nobody.
    pub(super) fn unless_gone(self, is_gone: impl Fn() -> bool + 'static) -> Self {
        Self { is_gone: Rc::new(is_gone), ..self }
    }

    /// Answers a line.
    pub(super) fn answer(&mut self, line: &str) -> Reply {
        let request = match Request::read(line) {
            Ok(request) => request,
            Err((id, problem)) => return Reply { line: refusal(id, &problem), is_last: false },
        };
        let done = self.guarded(request.what, |session| session.carry_out(&request));
        let line = match done {
            Ok(text) => format!("{{\"id\":{},\"ok\":{text}}}", request.id),
            Err(problem) => refusal(Some(request.id), &problem),
        };
        Reply { line, is_last: request.what == Do::End }
    }

    /// Does some work, in which the program may make a mistake: what may have been left half done is
    /// lost then, and all else stays.
    fn guarded(&mut self, what: Do, work: impl FnOnce(&mut Self) -> Done) -> Done {
        catch_unwind(AssertUnwindSafe(|| work(self))).unwrap_or_else(|_| {
            let outcome = if changes(what) {
                self.battle = None;
                "the battle is lost; begin another, such as from a save"
            } else {
                "the battle is as it was"
            };
            Err(Problem::new(Kind::Panic, format_args!("an error in the program: {outcome}")))
        })
    }

    fn carry_out(&mut self, request: &Request) -> Done {
        match request.what {
            Do::Begin => self.begin(request),
            Do::State => json(&views::state(&self.battle()?.world)),
            Do::Plans => {
                let foresight = foresight_of(request)?;
                json(&play::plans(self.battle()?, foresight))
            }
            Do::Check => {
                let order = order::of(request)?;
                self.check(&order)
            }
            Do::Order => {
                let order = order::of(request)?;
                json(&self.playing(request)?.order(order)?)
            }
            Do::Answer => {
                let number = request.number("number", u64::MAX)?;
                let number = number.ok_or_else(|| Problem::field("number", "it is missing"))?;
                json(&self.playing(request)?.answer(number)?)
            }
            Do::Preview => {
                let order = order::of(request)?;
                json(&foresight::preview(&self.battle()?.world, &order))
            }
            Do::Snapshot => {
                let name = self.battle()?.keep()?;
                json(&json!({ "name": name }))
            }
            Do::Restore => {
                let name = request.needed_text("name")?;
                self.battle()?.put_back(name)?;
                self.now()
            }
            Do::Undo => {
                let orders = request.number("orders", MOST_ORDERS as u64)?;
                self.battle()?.undo_to(orders.map(|orders| orders as usize))?;
                self.now()
            }
            Do::Events => self.events(request),
            Do::Think => {
                let kind = fought::player_kind(request.needed_text("player")?)?;
                json(&play::think(self.battle()?, kind)?)
            }
            Do::Play => self.play(request),
            Do::Save => {
                let text = self.battle()?.save().write_compact();
                let text = text.map_err(|error| Problem::new(Kind::Data, error))?;
                json(&json!({ "save": text }))
            }
            Do::Link => {
                let link = self.battle()?.link()?;
                json(&json!({ "link": link }))
            }
            Do::Help => self.help(),
            Do::End => Ok("{}".to_owned()),
        }
    }

    fn battle(&mut self) -> Result<&mut Fought, Problem> {
        let none = || Problem::new(Kind::NoBattle, "there is no battle; begin one first");
        self.battle.as_mut().ok_or_else(none)
    }

    fn begin(&mut self, request: &Request) -> Done {
        let level = request.text("level")?;
        let (save, link) = (request.text("save")?, request.text("link")?);
        let seed = request.number("seed", u64::MAX)?;
        let (deploy, practice) = (request.flag("deploy")?, request.flag("practice")?);
        if level.is_none() && (seed.is_some() || deploy) {
            return Err(Problem::field("level", "seed and deploy go with a level only"));
        }
        let (mut fought, changed) = match (level, save, link) {
            (Some(name), None, None) => {
                let mut level = fought::level(name, self.data.as_deref())?;
                if deploy {
                    level.deployment = Deployment::ByHand;
                }
                (Fought::of_level(&level, seed.unwrap_or(1), &self.armoury)?, None)
            }
            (None, Some(text), None) => {
                let save = Save::read("save", text).map_err(|errors| Problem::data(&errors))?;
                Fought::of_save(&save, &self.armoury)?
            }
            (None, None, Some(link)) => {
                let save = link::read(link).map_err(|error| Problem::new(Kind::Data, error))?;
                Fought::of_save(&save, &self.armoury)?
            }
            _ => {
                let told = "exactly one of level, save and link was expected";
                return Err(Problem::new(Kind::Field, told));
            }
        };
        if practice {
            fought.practise();
        }
        let (beginning, practice) = (fought.beginning(), fought.is_practice());
        let done = json(&json!({
            "level": beginning.level.name,
            "seed": beginning.seed,
            "practice": practice,
            "changed": changed,
            "now": views::now(&fought.world),
        }));
        self.battle = Some(fought);
        done
    }

    fn check(&mut self, order: &ironrank::no_quarter::Order) -> Done {
        let world = &self.battle()?.world;
        let refused = NoQuarter::check(world, order).err();
        let refused = refused.as_ref().map(Problem::refused);
        let text = NoQuarter::order_in_words(world, order);
        json(&Checked { legal: refused.is_none(), text, refused })
    }

    fn playing(&mut self, request: &Request) -> Result<Playing<'_>, Problem> {
        let telling = Telling { data: request.flag("data")?, quiet: request.flag("quiet")? };
        Ok(Playing::begin(self.battle()?, telling))
    }

    fn play(&mut self, request: &Request) -> Done {
        let plan = request.number("plan", u64::from(u32::MAX))?;
        let (rest, player) = (request.flag("rest")?, request.text("player")?);
        let until = request.text("until")?;
        if player.is_none() && until.is_some() {
            return Err(Problem::field("until", "it goes with a player only"));
        }
        let is_gone = self.is_gone.clone();
        let playing = self.playing(request)?;
        let played = match (plan, rest, player) {
            (Some(plan), false, None) => playing.plan(plan as usize)?,
            (None, true, None) => playing.rest()?,
            (None, false, Some(player)) => {
                let kind = fought::player_kind(player)?;
                playing.player(kind, until_of(until)?, &*is_gone)?
            }
            _ => {
                let told = "exactly one of plan, rest and player was expected";
                return Err(Problem::new(Kind::Field, told));
            }
        };
        json(&played)
    }

    fn events(&mut self, request: &Request) -> Done {
        let since = request.number("since", u64::from(u32::MAX))?.unwrap_or(0) as usize;
        let most = request.number("most", MOST_EVENTS)?.unwrap_or(MOST_EVENTS) as usize;
        let data = request.flag("data")?;
        let fought = self.battle()?;
        let all = fought.events().len();
        let next = since.saturating_add(most).min(all);
        let events = json(&play::events(fought, since, most, data))?;
        Ok(format!("{{\"events\":{events},\"next\":{next},\"all\":{all}}}"))
    }

    fn now(&mut self) -> Done {
        json(&json!({ "now": views::now(&self.battle()?.world) }))
    }

    fn help(&self) -> Done {
        json(&json!({
            "requests": REQUESTS,
            "players": PlayerKind::ALL.map(PlayerKind::name),
            "levels": levels::ids(self.data.as_deref()),
            "limits": {
                "line": LONGEST_LINE,
                "orders": MOST_ORDERS,
                "snapshots": MOST_SNAPSHOTS,
                "events": MOST_EVENTS,
                "list": order::LONGEST_LIST,
                "clients": MOST_CLIENTS,
            },
        }))
    }
}

/// Whether a request may change the battle.
fn changes(what: Do) -> bool {
    match what {
        Do::Order | Do::Answer | Do::Restore | Do::Undo | Do::Play => true,
        Do::Begin
        | Do::State
        | Do::Plans
        | Do::Check
        | Do::Preview
        | Do::Snapshot
        | Do::Events
        | Do::Think
        | Do::Save
        | Do::Link
        | Do::Help
        | Do::End => false,
    }
}

fn foresight_of(request: &Request) -> Result<Foresight, Problem> {
    let Some(name) = request.text("foresight")? else { return Ok(Foresight::NextReply) };
    let found = FORESIGHTS.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, foresight)| foresight).ok_or_else(|| {
        let known = FORESIGHTS.map(|(known, _)| known);
        Problem::new(Kind::Unknown, no_such_name("foresight", name, known))
    })
}

fn until_of(name: Option<&str>) -> Result<Until, Problem> {
    let Some(name) = name else { return Ok(Until::Plan) };
    Until::named(name).ok_or_else(|| {
        Problem::new(Kind::Unknown, no_such_name("end of play", name, Until::names()))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn session() -> Session {
        let mut session = Session::new(Armoury::load(None).0, None);
        let begun = session.answer(r#"{"id": 1, "do": "begin", "level": "duel-at-the-wall"}"#);
        assert!(begun.line.starts_with("{\"id\":1,\"ok\":"), "{begun:?}");
        session
    }

    #[test]
    fn a_mistake_of_the_program_costs_the_battle_only_if_it_may_have_been_changed() {
        let mut session = session();
        let panics = |_: &mut Session| -> Done { panic!("a mistake made by this test") };
        let kept = session.guarded(Do::Preview, panics).unwrap_err();
        assert!(kept.kind == Kind::Panic && kept.message.contains("as it was"), "{kept:?}");
        assert!(session.battle().is_ok());
        let lost = session.guarded(Do::Order, panics).unwrap_err();
        assert!(lost.kind == Kind::Panic && lost.message.contains("is lost"), "{lost:?}");
        assert_eq!(session.battle().err().map(|none| none.kind), Some(Kind::NoBattle));
        let help = session.answer(r#"{"id": 2, "do": "help"}"#);
        assert!(help.line.starts_with("{\"id\":2,\"ok\":"), "{help:?}");
    }

    #[test]
    fn requests_that_change_nothing_leave_the_state_as_it_is() {
        let mut session = session();
        let ask = |session: &mut Session, request: &str| -> Value {
            serde_json::from_str(&session.answer(request).line).unwrap()
        };
        let state = r#"{"id": 2, "do": "state"}"#;
        let before = ask(&mut session, state);
        for request in [
            r#"{"id": 3, "do": "plans", "foresight": "next_blow"}"#,
            r#"{"id": 4, "do": "think", "player": "recruit"}"#,
            r#"{"id": 5, "do": "check", "order": "Rally"}"#,
            r#"{"id": 6, "do": "preview", "order": {"Activate": {"unit": 0}}}"#,
            r#"{"id": 7, "do": "preview", "order": {"Activate": {"unit": 4000000000}}}"#,
            r#"{"id": 8, "do": "save"}"#,
        ] {
            let answer = ask(&mut session, request);
            assert!(answer.get("ok").is_some() || request.contains("4000000000"), "{answer}");
        }
        assert_eq!(ask(&mut session, state), before);
    }
}
