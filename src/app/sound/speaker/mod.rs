//! What plays sounds: the system's own device, the browser, or nothing, where the program was built
//! without. Each learns all sounds once, plays tones, and rests while the player wants silence.

#[cfg(any(windows, target_os = "macos", all(target_os = "linux", feature = "sound")))]
mod device;
#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(not(any(
    windows,
    target_os = "macos",
    all(target_os = "linux", feature = "sound"),
    target_arch = "wasm32"
)))]
mod silent;

#[cfg(any(windows, target_os = "macos", all(target_os = "linux", feature = "sound")))]
pub(super) use device::Speaker;
#[cfg(target_arch = "wasm32")]
pub(super) use page::Speaker;
#[cfg(not(any(
    windows,
    target_os = "macos",
    all(target_os = "linux", feature = "sound"),
    target_arch = "wasm32"
)))]
pub(super) use silent::Speaker;
