//! Saved battles out of the browser's storage as files, and back.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Blob, BlobPropertyBag, FileReader, HtmlAnchorElement, HtmlInputElement, Url};

use super::{Arrival, arrive};

/// Hands a text to the player as a file.
///
/// # Errors
/// What the browser says.
pub fn hand_out(name: &str, text: &str) -> Result<(), String> {
    give(name, text).map_err(|error| format!("{error:?}"))
}

fn give(name: &str, text: &str) -> Result<(), JsValue> {
    let kind = BlobPropertyBag::new();
    kind.set_type("text/plain;charset=utf-8");
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let blob = Blob::new_with_str_sequence_and_options(&parts, &kind)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let anchor: HtmlAnchorElement = element("a")?;
    anchor.set_href(&address);
    anchor.set_download(name);
    anchor.click();
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let forget = Closure::once_into_js(move || Url::revoke_object_url(&address).is_ok());
    window
        .set_timeout_with_callback_and_timeout_and_arguments_0(forget.unchecked_ref(), A_WHILE)
        .map(drop)
}

/// So long some browsers need the text after they were told to take it, in milliseconds.
const A_WHILE: i32 = 20_000;

/// So many bytes at most are read from a file: browsers keep about as many for a page.
const LARGEST: usize = 4 << 20;

fn element<T: JsCast>(tag: &str) -> Result<T, JsValue> {
    let nothing = || JsValue::from_str("there is no page");
    let document = web_sys::window().and_then(|window| window.document()).ok_or_else(nothing)?;
    document.create_element(tag)?.dyn_into::<T>().map_err(JsValue::from)
}

/// Lets the player pick a file; its text arrives some frames later.
pub fn ask_for_one() {
    if let Err(error) = ask() {
        trouble(&format!("{error:?}"));
    }
}

fn ask() -> Result<(), JsValue> {
    let input: HtmlInputElement = element("input")?;
    input.set_type("file");
    input.set_accept(".ron,text/plain");
    let chosen = input.clone();
    let closure = Closure::once_into_js(move || {
        if let Some(file) = chosen.files().and_then(|files| files.get(0))
            && let Err(error) = read(&file)
        {
            trouble(&format!("{error:?}"));
        }
    });
    input.set_onchange(Some(closure.unchecked_ref()));
    input.click();
    Ok(())
}

fn read(file: &web_sys::File) -> Result<(), JsValue> {
    if file.size() > LARGEST as f64 {
        trouble(&format!("The file has {} bytes; the limit is {LARGEST}", file.size()));
        return Ok(());
    }
    let name = file.name();
    let reader = FileReader::new()?;
    let done = reader.clone();
    let closure =
        Closure::once_into_js(move || match done.result().ok().and_then(|text| text.as_string()) {
            Some(text) => arrive(Arrival::File { name, text }),
            None => trouble("it can't be read"),
        });
    reader.set_onloadend(Some(closure.unchecked_ref()));
    reader.read_as_text(file)
}

fn trouble(what: &str) {
    arrive(Arrival::Problem { title: "This file can't be imported", what: what.to_owned() });
}
