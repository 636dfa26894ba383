//! Text files: read whole if they aren't absurdly long, and written whole or not at all.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use super::data::{DataError, LONGEST_FILE};

/// Reads a text file that isn't absurdly long.
///
/// # Errors
/// What the file system says, or how long the file is.
pub fn read_text(path: &Path) -> Result<String, DataError> {
    read_text_up_to(path, LONGEST_FILE)
}

/// Reads a text file of so many bytes at most.
///
/// # Errors
/// What the file system says, or how long the file is.
pub fn read_text_up_to(path: &Path, most: usize) -> Result<String, DataError> {
    let wrong =
        |problem: &dyn ToString| DataError::new(path.display().to_string(), problem.to_string());
    let about = std::fs::metadata(path).map_err(|error| wrong(&error))?;
    if !about.is_file() {
        let kind = if about.is_dir() { "a directory" } else { "not a plain file" };
        return Err(wrong(&format!("is {kind}; a file was expected")));
    }
    let file = File::open(path).map_err(|error| wrong(&error))?;
    text_from(file, most).map_err(|error| wrong(&error))
}

/// Reads a text that isn't absurdly long from anywhere.
///
/// # Errors
/// What the system says, that there is too much of it, or that it is no text.
pub fn read_text_from(source: impl Read) -> io::Result<String> {
    text_from(source, LONGEST_FILE)
}

fn text_from(source: impl Read, most: usize) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        let problem = format!("more than {most} bytes, which is the limit");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "isn't text; UTF-8 was expected");
    String::from_utf8(bytes).map_err(no_text)
}

/// Writes a file under another name of its own, which nobody else writes, and then gives it its
/// name, so that whoever reads it finds the old text or the whole new one, whatever happens
/// meanwhile. A link is followed to the file that it leads to; what is there keeps its permissions.
///
/// # Errors
/// What the file system says, or that there is something that no text can be kept in.
#[cfg(not(target_arch = "wasm32"))]
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    use std::io::Write;

    let (path, permissions) = target(path)?;
    let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = parent.unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    let mut part = tempfile::Builder::new();
    part.prefix(&name).suffix(".part");
    #[cfg(unix)]
    part.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut part = part.tempfile_in(folder)?;
    part.write_all(text.as_bytes())?;
    if let Some(permissions) = permissions {
        part.as_file().set_permissions(permissions)?;
    }
    part.as_file().sync_all()?;
    part.persist(&path)?;
    // The file is there; its new name reaches the disk at once where the system can do that.
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// The plain file that a path leads to, and its permissions; a file that isn't there yet has none.
#[cfg(not(target_arch = "wasm32"))]
fn target(path: &Path) -> io::Result<(std::path::PathBuf, Option<std::fs::Permissions>)> {
    let refused = |problem| Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    let path = match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok((path.to_owned(), None));
        }
        Err(error) => return Err(error),
        Ok(there) if there.is_symlink() => match path.canonicalize() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return refused("is a link to a file that isn't there; remove it or name another");
            }
            followed => followed?,
        },
        Ok(_) => path.to_owned(),
    };
    let there = std::fs::metadata(&path)?;
    if there.is_dir() {
        return refused("is a directory; name a file");
    }
    if !there.is_file() {
        return refused("is a pipe or a device; name a plain file");
    }
    if there.permissions().readonly() {
        return refused("can't be written; change its permissions or name another file");
    }
    Ok((path, Some(there.permissions())))
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::{
        fs,
        os::unix::fs::{PermissionsExt, symlink},
        path::PathBuf,
        thread,
    };

    use super::*;

    /// An empty folder of a test's own.
    fn folder(name: &str) -> tempfile::TempDir {
        tempfile::Builder::new().prefix(name).tempdir().unwrap()
    }

    fn names(folder: &Path) -> Vec<PathBuf> {
        let mut names: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into()).collect();
        names.sort();
        names
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_link_is_followed_to_a_file_and_nowhere_else() {
        let folder = folder("links");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file.ron"), "old").unwrap();
        symlink("file.ron", at("link.ron")).unwrap();
        write_whole(&at("link.ron"), "new").unwrap();
        assert_eq!(fs::read_to_string(at("file.ron")).unwrap(), "new");
        assert!(fs::symlink_metadata(at("link.ron")).unwrap().is_symlink());
        symlink("nowhere.ron", at("dangling.ron")).unwrap();
        symlink("/dev/null", at("device.ron")).unwrap();
        for (name, told) in
            [("dangling.ron", "isn't there"), ("device.ron", "a device"), ("", "a directory")]
        {
            let error = write_whole(&at(name), "new").unwrap_err();
            assert!(error.to_string().contains(told), "{name}: {error}");
        }
        assert!(write_whole(Path::new("/dev/full"), "new").is_err());
        let all = ["dangling.ron", "device.ron", "file.ron", "link.ron"].map(PathBuf::from);
        assert_eq!(names(folder.path()), all, "nothing is left behind");
    }

    #[test]
    fn a_planted_link_is_not_written_through() {
        let folder = folder("planted");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("victim"), "precious").unwrap();
        symlink("victim", at("a.ron.part")).unwrap();
        write_whole(&at("a.ron"), "new").unwrap();
        assert_eq!(fs::read_to_string(at("victim")).unwrap(), "precious");
        assert_eq!(fs::read_to_string(at("a.ron")).unwrap(), "new");
    }

    #[test]
    fn permissions_are_kept_and_asked() {
        let folder = folder("modes");
        let path = folder.path().join("a.ron");
        fs::write(&path, "old").unwrap();
        let usual = mode(&path);
        for kept in [0o600, 0o664] {
            fs::set_permissions(&path, fs::Permissions::from_mode(kept)).unwrap();
            write_whole(&path, "new").unwrap();
            assert_eq!(mode(&path), kept);
        }
        let fresh = folder.path().join("fresh/b.ron");
        write_whole(&fresh, "new").unwrap();
        assert_eq!(mode(&fresh), usual, "as any program would make it");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        assert!(write_whole(&path, "newer").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn two_who_save_at_once_leave_one_whole_file() {
        let folder = folder("both");
        let path = folder.path().join("a.ron");
        let texts = ["a", "b"].map(|letter| letter.repeat(100_000));
        thread::scope(|scope| {
            for text in &texts {
                let path = &path;
                scope.spawn(move || (0..20).for_each(|_| write_whole(path, text).unwrap()));
            }
        });
        assert!(texts.contains(&fs::read_to_string(&path).unwrap()));
        assert_eq!(names(folder.path()), [PathBuf::from("a.ron")]);
    }

    #[test]
    fn what_is_too_long_or_no_text_is_refused() {
        let long = read_text_from(io::repeat(b' ')).unwrap_err();
        assert!(long.to_string().contains("bytes"), "{long}");
        assert!(read_text_from(&[0xff][..]).unwrap_err().to_string().contains("UTF-8"));
        let nowhere = read_text(Path::new("/")).unwrap_err().to_string();
        assert_eq!(nowhere, "/: is a directory; a file was expected");
    }
}
