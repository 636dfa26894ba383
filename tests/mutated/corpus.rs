//! Good texts of each kind, and those that went wrong once.

use std::{
    fs,
    path::{Path, PathBuf},
};

use data_encoding::BASE64URL_NOPAD;
use ironrank::{
    battle::{data::ron_options, link, save::Save},
    lab::{Bout, play},
    no_quarter::NoQuarter,
};
use miniz_oxide::{deflate::compress_to_vec_zlib, inflate::decompress_to_vec_zlib};

/// Texts of a kind that went wrong once, each with the name of its file.
pub(crate) fn kept(kind: &str) -> Vec<(String, String)> {
    let folder = root().join("tests/corpus").join(kind);
    if !folder.is_dir() {
        return Vec::new();
    }
    let texts = files(&folder).into_iter();
    texts.map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap())).collect()
}

/// The levels of the game.
pub(crate) fn levels() -> Vec<String> {
    texts("levels")
}

/// The data files of the game.
pub(crate) fn data() -> Vec<String> {
    texts("assets/no_quarter")
}

/// Short saves of all formats.
pub(crate) fn saves() -> Vec<String> {
    let old = ["first", "second"].map(|format| texts(&format!("tests/formats/{format}/saves")));
    let mut saves: Vec<String> =
        old.concat().into_iter().filter(|text| text.len() < 30_000).collect();
    saves.extend(present().iter().map(|save| save.write().unwrap()));
    saves
}

/// Links of all formats.
pub(crate) fn links() -> Vec<String> {
    let old = ["first", "second"].map(|format| texts(&format!("tests/formats/{format}/links")));
    // The state hash stands above a link.
    let old = old.concat().into_iter().map(|text| text.lines().nth(1).unwrap().to_owned());
    old.chain(present().iter().map(|save| link::write(save).unwrap())).collect()
}

/// What is packed in them.
pub(crate) fn packed() -> Vec<String> {
    let unpack = |link: String| {
        let bytes = BASE64URL_NOPAD.decode(link.split_once(link::MARK).unwrap().1.as_bytes());
        String::from_utf8(decompress_to_vec_zlib(&bytes.unwrap()[1..]).unwrap()).unwrap()
    };
    links().into_iter().map(unpack).collect()
}

/// A text as a link.
pub(crate) fn pack(text: &str) -> String {
    let mut bytes = vec![2];
    bytes.extend(compress_to_vec_zlib(text.as_bytes(), 1));
    format!("{}{}", link::MARK, BASE64URL_NOPAD.encode(&bytes))
}

/// Scripts with orders of many kinds.
pub(crate) fn scripts() -> Vec<String> {
    let orders = present().into_iter().map(|save| ron_options().to_string(&save.orders).unwrap());
    orders.chain(["[\n    Rally, // first\n    EndActivation,\n]".to_owned()]).collect()
}

/// Settings of this version and of earlier ones.
#[cfg(feature = "app")]
pub(crate) fn settings() -> Vec<String> {
    use ironrank::{app::settings::Settings, battle::data::write_ron};

    let mut own = Settings { ui_scale: 1.5, ..Settings::default() };
    own.keys.insert("Move".to_owned(), "KeyG".to_owned());
    let old = "(speed: Fast, ui_scale: 1.2)".to_owned();
    vec![write_ron(&own).unwrap(), write_ron(&Settings::default()).unwrap(), old]
}

/// Battles that have just begun.
fn present() -> Vec<Save<NoQuarter>> {
    let begun = |(id, most_orders)| {
        let level = ironrank::battle::levels::find(id, None).unwrap();
        let bout = Bout::<NoQuarter> { most_orders, ..Bout::random(&level, 4) };
        play(bout).unwrap().save
    };
    [("duel-at-the-wall", 12), ("plain", 6), ("artillery-duel", 9)].map(begun).into()
}

fn texts(folder: &str) -> Vec<String> {
    files(&root().join(folder)).iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
