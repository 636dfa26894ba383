//! The system's own device. It is opened with the first sound and closed when the player wants
//! silence; where there is none, the game goes on without.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
};

use bevy::log::info;
use cpal::{
    Device, Error, ErrorKind, FromSample, OutputCallbackInfo, SampleFormat, SizedSample, Stream,
    StreamConfig,
    traits::{DeviceTrait, HostTrait, StreamTrait},
};

use crate::app::sound::{
    Sound, Tone,
    mixer::{Mixer, Playing},
};

/// What plays on the device.
#[derive(Default)]
pub(in crate::app::sound) struct Speaker {
    sounds: BTreeMap<Sound, Arc<[f32]>>,
    state: State,
}

#[derive(Default)]
enum State {
    /// Nothing was played yet, or the player wants silence.
    #[default]
    Closed,
    /// It plays what it is sent.
    Open {
        /// It plays until it is dropped.
        _stream: Stream,
        rate: u32,
        to_stream: Sender<Playing>,
        trouble: Receiver<Error>,
    },
    /// There is no device, or it doesn't work.
    Broken,
}

impl Speaker {
    pub(in crate::app::sound) const IS_THERE: bool = true;

    pub(in crate::app::sound) fn learn(&mut self, sound: Sound, samples: Vec<f32>) {
        self.sounds.insert(sound, samples.into());
    }

    pub(in crate::app::sound) fn play(&mut self, tone: Tone) {
        if let State::Open { trouble, .. } = &self.state
            && trouble.try_iter().any(|error| is_the_end(&error))
        {
            // Headphones were pulled out: the next device is tried.
            self.state = State::Closed;
        }
        if matches!(self.state, State::Closed) {
            self.state = open().unwrap_or_else(|error| {
                info!("nothing will be heard: {error}");
                State::Broken
            });
        }
        let State::Open { rate, to_stream, .. } = &self.state else { return };
        let Some(samples) = self.sounds.get(&tone.sound) else { return };
        let playing = Playing::new(&tone, samples.clone(), *rate);
        if to_stream.send(playing).is_err() {
            self.state = State::Closed;
        }
    }

    pub(in crate::app::sound) fn rest(&mut self) {
        // Whoever switches sound off and on again has perhaps plugged something in.
        self.state = State::Closed;
    }
}

/// Whether a stream is of no use any more.
fn is_the_end(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::DeviceNotAvailable | ErrorKind::StreamInvalidated)
}

fn open() -> Result<State, Error> {
    let nothing = || Error::from(ErrorKind::DeviceNotAvailable);
    let device = cpal::default_host().default_output_device().ok_or_else(nothing)?;
    let config = device.default_output_config()?;
    let format = config.sample_format();
    let config: StreamConfig = config.into();
    match format {
        SampleFormat::F32 => stream::<f32>(&device, config),
        SampleFormat::I32 => stream::<i32>(&device, config),
        SampleFormat::I16 => stream::<i16>(&device, config),
        SampleFormat::U16 => stream::<u16>(&device, config),
        SampleFormat::U8 => stream::<u8>(&device, config),
        _ => Err(ErrorKind::UnsupportedConfig.into()),
    }
}

fn stream<T: SizedSample + FromSample<f32>>(
    device: &Device,
    config: StreamConfig,
) -> Result<State, Error> {
    let (to_stream, arriving) = channel::<Playing>();
    let (tell, trouble) = channel();
    let mut mixer = Mixer::default();
    let channels = usize::from(config.channels.max(1));
    let rate = config.sample_rate;
    let fill = move |samples: &mut [T], _: &OutputCallbackInfo| {
        arriving.try_iter().for_each(|playing| mixer.add(playing));
        for frame in samples.chunks_mut(channels) {
            let (left, right) = mixer.frame();
            match frame {
                [only] => *only = T::from_sample((left + right) / 2.0),
                [first, second, ..] => {
                    *first = T::from_sample(left);
                    *second = T::from_sample(right);
                }
                [] => {}
            }
        }
    };
    // Nobody listens any more once the speaker is closed.
    let failed = move |error: Error| drop(tell.send(error));
    let stream = device.build_output_stream(config, fill, failed, None)?;
    stream.play()?;
    Ok(State::Open { _stream: stream, rate, to_stream, trouble })
}
