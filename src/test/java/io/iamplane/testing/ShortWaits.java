package io.iamplane.testing;

import io.quarkus.test.junit.callback.QuarkusTestBeforeClassCallback;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.pollinterval.IterativePollInterval;
import org.awaitility.pollinterval.PollInterval;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Makes waiting tests poll at once, and then at growing intervals. Most of them wait for
 * milliseconds, but by default each wait takes at least a tenth of a second.
 */
public final class ShortWaits implements LauncherSessionListener, QuarkusTestBeforeClassCallback {

  private static final Duration FIRST = Duration.ofMillis(4);
  private static final Duration LONGEST = Duration.ofMillis(100);

  private static final PollInterval EVER_LONGER =
      IterativePollInterval.iterative(ShortWaits::longer, FIRST);

  /** Tests without the application. */
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultPollInterval(EVER_LONGER);
  }

  /** Tests with it have classes of their own. */
  @Override
  public void beforeClass(Class<?> testClass) {
    Awaitility.setDefaultPollInterval(EVER_LONGER);
  }

  private static Duration longer(Duration last) {
    Duration next = last.multipliedBy(5).dividedBy(4);
    return next.compareTo(LONGEST) < 0 ? next : LONGEST;
  }
}
