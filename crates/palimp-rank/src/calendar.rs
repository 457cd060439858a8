//! Days and months of the Gregorian calendar.
//!
//! The arithmetic is Howard Hinnant's (*chrono-Compatible Low-Level Date Algorithms*): years begin
//! in March, so that the leap day is the last of one.

/// A month of a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Month {
    pub(super) year: i32,
    /// From 1 to 12.
    pub(super) month: i32,
}

impl Month {
    /// The month `count` months later, or earlier where that is negative.
    pub(super) fn add_months(self, count: i32) -> Month {
        let months = self.year * 12 + self.month - 1 + count;
        Month { year: months.div_euclid(12), month: months.rem_euclid(12) + 1 }
    }
}

/// The days since the Unix epoch of a month's `day`.
pub(super) fn day_of(Month { year, month }: Month, day: i32) -> i32 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The month that a day lies in.
pub(super) fn month_of(day: i32) -> Month {
    let days = day.saturating_add(719_468);
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    Month { year: era * 400 + year_of_era + i32::from(month <= 2), month }
}

/// The day of the week, 0 for Monday.
pub(super) fn weekday(day: i32) -> i32 {
    // The epoch was a Thursday.
    (day.rem_euclid(7) + 3) % 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_months_agree_over_four_centuries() {
        let mut month = Month { year: 1800, month: 1 };
        while month.year < 2200 {
            let next = month.add_months(1);
            let (first, last) = (day_of(month, 1), day_of(next, 1) - 1);
            assert_eq!((month_of(first), month_of(last)), (month, month));
            assert!((27..31).contains(&(last - first)));
            month = next;
        }
        assert_eq!(day_of(Month { year: 1970, month: 1 }, 1), 0);
        assert_eq!(day_of(Month { year: 2024, month: 5 }, 2), 19_845);
        assert_eq!(weekday(19_845), 3);
    }
}
