//! A folder of the player's own.

use std::{env, fs, io, path::PathBuf, time::Duration};

use crate::battle::files::{read_text_from, write_whole};

/// The folder.
pub(super) struct Place(PathBuf);

impl Place {
    /// Where the system wants such things, or where the player says.
    pub(super) fn find() -> io::Result<Self> {
        let set = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let folder = set("IRONRANK_HOME")
            .or_else(|| set("XDG_DATA_HOME").map(|home| home.join("ironrank")))
            .or_else(|| set("APPDATA").map(|home| home.join("ironrank")))
            .or_else(|| set("HOME").map(|home| home.join(".local/share/ironrank")));
        let nowhere = || io::Error::new(io::ErrorKind::NotFound, "no home folder is set");
        folder.map(Self).ok_or_else(nowhere)
    }

    pub(super) fn read(&self, name: &str) -> io::Result<String> {
        read_text_from(fs::File::open(self.0.join(name))?)
    }

    pub(super) fn write(&self, name: &str, text: &str) -> io::Result<()> {
        write_whole(&self.0.join(name), text)
    }

    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    /// Gives something another name, which nothing may have.
    pub(super) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let to = self.0.join(to);
        // A link that leads nowhere is there too.
        if to.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        fs::rename(self.0.join(from), to)
    }

    /// How long ago something was kept; a clock that was put back makes it fresh.
    pub(super) fn age(&self, name: &str) -> Option<Duration> {
        let kept = fs::metadata(self.0.join(name)).ok()?.modified().ok()?;
        Some(kept.elapsed().unwrap_or_default())
    }

    pub(super) fn names(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.0) else { return Vec::new() };
        let name = |entry: io::Result<fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
        entries.filter_map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_again_until_it_is_thrown_away() {
        let home = env::temp_dir().join(format!("ironrank-storage-{}", std::process::id()));
        let place = Place(home.join("kept"));
        assert!(place.names().is_empty());
        assert_eq!(place.read("a.ron").unwrap_err().kind(), io::ErrorKind::NotFound);
        place.write("a.ron", "one").unwrap();
        place.write("a.ron", "two").unwrap();
        assert_eq!(place.read("a.ron").unwrap(), "two");
        assert_eq!(place.names(), ["a.ron"]);
        assert!(place.age("a.ron").is_some_and(|age| age < Duration::from_secs(60)));
        place.write("b.ron", "other").unwrap();
        let taken = place.rename("a.ron", "b.ron").unwrap_err();
        assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
        place.remove("b.ron").unwrap();
        place.rename("a.ron", "b.ron").unwrap();
        assert_eq!((place.read("b.ron").unwrap().as_str(), place.age("a.ron")), ("two", None));
        place.rename("b.ron", "a.ron").unwrap();
        place.remove("a.ron").unwrap();
        assert!(place.names().is_empty());
        fs::remove_dir_all(home).unwrap();
    }
}
