package io.iamplane.governance.review;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.StartUpCheck.Finding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A time of day that runs each quarter of an hour pass over would be one without reminders. */
class ReviewCalendarTest {

  @ParameterizedTest
  @ValueSource(strings = {"00:00", "09:00", "23:44:59", "23:45"})
  void aTimeThatARunReachesIsFine(String time) {
    assertThat(findings(time)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"23:45:01", "23:50", "23:59:59"})
  void aTimeThatNoRunMayReachIsRefused(String time) {
    assertThat(findings(time))
        .singleElement()
        .extracting(Finding::line)
        .isEqualTo(
            "iam.reviews.remind-at: the day may end before a run sends its reminders;"
                + " use 23:45 or an earlier time");
  }

  @Test
  void whatIsNoTimeIsRefusedOnce() {
    assertThat(findings("9"))
        .singleElement()
        .extracting(Finding::problem)
        .isEqualTo("not a valid time of day");
  }

  private static List<Finding> findings(String remindAt) {
    return new ReviewCalendar(
            new ReviewConfig() {
              @Override
              public String timeZone() {
                return "Asia/Kathmandu";
              }

              @Override
              public String remindAt() {
                return remindAt;
              }

              @Override
              public Optional<String> inboxUrl() {
                return Optional.empty();
              }
            })
        .findings();
  }
}
