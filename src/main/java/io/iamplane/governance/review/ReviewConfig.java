package io.iamplane.governance.review;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/** Settings of access reviews. */
@ConfigMapping(prefix = "iam.reviews")
interface ReviewConfig {

  /** The time zone in which reminders are sent, such as {@code Europe/Berlin}. */
  @WithDefault("UTC")
  String timeZone();

  /**
   * The local time from which on a day's reminders are sent, as {@code HH:mm}; {@code 23:45} at the
   * latest.
   */
  @WithDefault("09:00")
  String remindAt();

  /**
   * URL of the reviewers' inbox in reminders; {@code {campaign}} stands for the campaign's id. The
   * inbox of the API by default.
   */
  Optional<String> inboxUrl();
}
