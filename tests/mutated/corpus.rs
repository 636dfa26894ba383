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

/// The levels of the game, and those of all formats.
pub(crate) fn levels() -> Vec<String> {
    texts("levels").into_iter().chain(in_each_format("levels").into_iter().flatten()).collect()
}

/// The armies of the game.
pub(crate) fn armies() -> Vec<String> {
    texts("assets/no_quarter/armies")
}

/// The data files of the game.
pub(crate) fn data() -> Vec<String> {
    texts("assets/no_quarter")
}

/// The shortest saves of each format.
pub(crate) fn saves() -> Vec<String> {
    let shortest = |mut saves: Vec<String>| {
        saves.sort_by_key(String::len);
        saves.truncate(SAVES_OF_A_FORMAT);
        saves
    };
    let kept = in_each_format("saves").into_iter().flat_map(shortest);
    kept.chain(present().iter().map(|save| save.write().unwrap())).collect()
}

/// So many saves of a format are enough: long ones take long to read.
const SAVES_OF_A_FORMAT: usize = 2;

/// Links of all formats.
pub(crate) fn links() -> Vec<String> {
    // The state hash stands above a link.
    let link = |text: String| text.lines().nth(1).unwrap().to_owned();
    let kept = in_each_format("links").into_iter().flatten().map(link);
    kept.chain(present().iter().map(|save| link::write(save).unwrap())).collect()
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

/// The texts of a kind that are kept of each format. Not every format changed the levels.
fn in_each_format(kind: &str) -> Vec<Vec<String>> {
    let of_format = |format: PathBuf| {
        let folder = format.join(kind);
        assert!(kind == "levels" || folder.is_dir(), "{}: nothing to mutate", folder.display());
        if folder.is_dir() { texts(&folder) } else { Vec::new() }
    };
    files(&root().join("tests/formats")).into_iter().map(of_format).collect()
}

fn texts(folder: impl AsRef<Path>) -> Vec<String> {
    let texts = files(&root().join(folder)).into_iter();
    texts.map(|path| fs::read_to_string(path).unwrap()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
