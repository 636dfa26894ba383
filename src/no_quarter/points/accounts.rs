//! Accounts: what is paid for line by line, and what is wrong with it.

use serde::Serialize;

/// Something that is paid for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What.
    pub what: String,
    /// Its points; below 0 for flaws.
    pub points: i32,
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// A rule is broken.
    Error,
    /// The book recommends something else.
    Advice,
}

/// Something that isn't as the book has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// The ledger id of the rule.
    pub rule: String,
    /// What is wrong, for people.
    pub text: String,
}

/// What something costs and why.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Account {
    /// What is paid for, in the book's order.
    pub lines: Vec<Line>,
    /// What a unit of such models pays for once, however many they are.
    pub once: Vec<Line>,
    /// What isn't as the book has it.
    pub findings: Vec<Finding>,
}

impl Account {
    /// The points of all lines together.
    pub fn points(&self) -> i32 {
        self.lines.iter().map(|line| line.points).sum()
    }

    /// The points of a unit of so many such models.
    pub fn of_unit(&self, models: u32) -> i32 {
        let once: i32 = self.once.iter().map(|line| line.points).sum();
        i32::try_from(models).unwrap_or(i32::MAX).saturating_mul(self.points()).saturating_add(once)
    }

    /// What breaks a rule.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.severity == Severity::Error)
    }

    /// What goes beyond a recommendation.
    pub fn advice(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.severity == Severity::Advice)
    }

    /// Adds a line.
    pub(super) fn pay(&mut self, what: impl Into<String>, points: i32) {
        self.lines.push(Line { what: what.into(), points });
    }

    /// Adds a line that a whole unit pays for once.
    pub(super) fn pay_once(&mut self, what: impl Into<String>, points: i32) {
        self.once.push(Line { what: what.into(), points });
    }

    /// Says that a rule is broken.
    pub(super) fn refuse(&mut self, rule: impl Into<String>, text: impl Into<String>) {
        self.find(Severity::Error, rule.into(), text.into());
    }

    /// Says that the book recommends something else.
    pub(super) fn advise(&mut self, rule: impl Into<String>, text: impl Into<String>) {
        self.find(Severity::Advice, rule.into(), text.into());
    }

    fn find(&mut self, severity: Severity, rule: String, text: String) {
        self.findings.push(Finding { severity, rule, text });
    }
}
