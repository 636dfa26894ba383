//! Whether the renderer has all that it needs to draw everything that is there.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use bevy::{
    prelude::*,
    render::{
        Render, RenderApp, RenderSystems,
        render_resource::{PipelineCache, PipelineDescriptor},
    },
};

pub(super) fn plugin(app: &mut App) {
    let pipelines = Pipelines(Arc::new(AtomicBool::new(true)));
    app.insert_resource(pipelines.clone());
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.insert_resource(pipelines);
        render.add_systems(Render, look_at_pipelines.after(RenderSystems::Render));
    }
}

/// Whether the renderer has made all pipelines that it was asked for: what needs others isn't drawn.
#[derive(Resource, Clone)]
pub struct Pipelines(Arc<AtomicBool>);

impl Pipelines {
    /// Whether none is waited for.
    pub fn are_ready(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

fn look_at_pipelines(cache: Res<PipelineCache>, ready: Res<Pipelines>) {
    // Nothing that is shown needs one that computes. Where nothing can be computed, in browsers,
    // those wait for ever.
    let draws = |id: usize| {
        let pipeline = cache.pipelines().nth(id).map(|pipeline| &pipeline.descriptor);
        matches!(pipeline, Some(PipelineDescriptor::RenderPipelineDescriptor(_)))
    };
    ready.0.store(!cache.waiting_pipelines().any(draws), Ordering::Relaxed);
}
