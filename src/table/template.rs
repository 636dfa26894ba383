//! Blast discs and teardrops: which bases they cover wholly or partly, and how they scatter.
