//! Several programs at a port.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Stdio},
    time::Duration,
};

use serde_json::{Value, json};

use super::LEVEL;
use crate::program;

/// A client of a port.
struct Client(BufReader<TcpStream>);

impl Client {
    fn connect(address: &str) -> Self {
        let client = TcpStream::connect(address).unwrap();
        client.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Self(BufReader::new(client))
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, line: &str) -> Value {
        self.0.get_mut().write_all(format!("{line}\n").as_bytes()).unwrap();
        self.read()
    }
}

/// A program that serves at a port, and its address.
fn served() -> (Child, String) {
    let mut running = program(&["serve", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(running.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let said: Value = serde_json::from_str(&said).unwrap();
    (running, said["listening"].as_str().unwrap().to_owned())
}

/// Whether somebody new is served before so much time is over.
fn is_greeted_within(time: Duration, address: &str) -> bool {
    const PAUSE: Duration = Duration::from_millis(20);
    (0..time.as_millis() / PAUSE.as_millis()).any(|_| {
        std::thread::sleep(PAUSE);
        Client::connect(address).read().get("ironrank").is_some()
    })
}

#[test]
fn a_port_serves_several_clients_who_know_nothing_of_each_other() {
    let (mut running, address) = served();
    let address = address.as_str();
    // As many as can be, one of whom never says or reads anything, and one who stops within a line.
    let mut clients: Vec<Client> = (0..16).map(|_| Client::connect(address)).collect();
    clients[2].0.get_mut().write_all(b"{\"id\": 1, \"do\"").unwrap();
    for client in clients.iter_mut().skip(1) {
        assert_eq!(client.read()["ironrank"]["protocol"], 1);
    }
    let begin = |level: &str| format!(r#"{{"id": 1, "do": "begin", "level": "{level}"}}"#);
    let (plain, wall) = (begin("plain"), begin(LEVEL));
    let [.., one, other] = &mut clients[..] else { unreachable!("there are 16") };
    assert_eq!(one.ask(&plain)["ok"]["level"], "The Plain");
    assert_eq!(other.ask(r#"{"id": 1, "do": "state"}"#)["error"]["kind"], "no_battle");
    assert_eq!(other.ask(&wall)["ok"]["level"], "Duel at the Wall");
    let width = |client: &mut Client| {
        client.ask(r#"{"id": 2, "do": "state"}"#)["ok"]["table"]["width"].clone()
    };
    assert_ne!(width(one), width(other));
    // One more is told that it is one too many, until somebody goes.
    let mut late = Client::connect(address);
    assert_eq!(late.read()["error"]["kind"], "limit");
    assert_eq!(one.ask(r#"{"id": 3, "do": "end"}"#)["ok"], json!({}));
    clients.drain(..3);
    assert!(is_greeted_within(Duration::from_secs(4), address), "nobody has left a place");
    running.kill().unwrap();
    running.wait().unwrap();
}

#[test]
fn a_port_serves_one_client_after_another() {
    let (mut running, address) = served();
    let address = address.as_str();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    for _ in 0..2 {
        let mut client = TcpStream::connect(address).unwrap();
        client
            .write_all(b"{\"id\": 1, \"do\": \"state\"}\n{\"id\": 2, \"do\": \"end\"}\n")
            .unwrap();
        let mut all = String::new();
        client.read_to_string(&mut all).unwrap();
        let lines: Vec<Value> =
            all.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 3, "{all}");
        assert_eq!(lines[1]["error"]["kind"], "no_battle");
        assert_eq!(lines[2], json!({ "id": 2, "ok": {} }));
    }
    running.kill().unwrap();
    running.wait().unwrap();
}

#[test]
fn whoever_goes_while_a_computer_plays_leaves_its_place() {
    let (mut running, address) = served();
    let address = address.as_str();
    let mut clients: Vec<Client> = (0..16).map(|_| Client::connect(address)).collect();
    for client in &mut clients {
        assert_eq!(client.read()["ironrank"]["protocol"], 1);
    }
    let mut leaver = clients.pop().unwrap();
    let begun = leaver.ask(r#"{"id": 1, "do": "begin", "level": "pitched-battle"}"#);
    assert_eq!(begun["ok"]["level"], "Pitched Battle");
    let whole_battle =
        b"{\"id\": 2, \"do\": \"play\", \"player\": \"captain\", \"until\": \"end\"}\n";
    leaver.0.get_mut().write_all(whole_battle).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    drop(leaver);
    // Far sooner than a battle between Captains is over.
    assert!(is_greeted_within(Duration::from_secs(30), address), "its place isn't free");
    running.kill().unwrap();
    running.wait().unwrap();
}
