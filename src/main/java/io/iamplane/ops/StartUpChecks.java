package io.iamplane.ops;

import io.iamplane.shared.StartUpCheck;
import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import io.quarkus.arc.All;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Runs every {@link StartUpCheck} when the server starts, after the configuration is read and
 * before a port opens. Every packaged start is production, in any profile: naming another profile
 * must not switch the checks off. Commands open no port and are not held up.
 */
@Singleton
class StartUpChecks {

  private static final Logger LOG = Logger.getLogger(StartUpChecks.class);

  private final List<StartUpCheck> checks;
  private final boolean production;
  private final boolean serving;

  StartUpChecks(
      @All List<StartUpCheck> checks,
      LaunchMode mode,
      @ConfigProperty(name = "quarkus.http.host-enabled", defaultValue = "true") boolean serving) {
    this.checks = checks;
    this.production = mode == LaunchMode.NORMAL;
    this.serving = serving;
  }

  void atStart(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event) {
    if (serving) {
      enforce();
    }
  }

  /**
   * Prints the findings.
   *
   * @throws ConfigurationException with the severe ones, in production; of this type Quarkus prints
   *     the message without a stack trace, and exits with code 1
   */
  void enforce() {
    List<Finding> severe = new ArrayList<>();
    for (Finding finding : findings()) {
      if (production && finding.severity() == Severity.SEVERE) {
        severe.add(finding);
      } else {
        LOG.warn(finding.line());
      }
    }
    if (!severe.isEmpty()) {
      throw new ConfigurationException(
          severe.stream().map(Finding::line).collect(Collectors.joining(System.lineSeparator())));
    }
  }

  /** The present findings, in the order of their settings. */
  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (StartUpCheck check : checks) {
      try {
        findings.addAll(check.findings());
      } catch (RuntimeException e) {
        // Closed, not open: what could not be looked at may be unsafe. A check that needs the
        // database reports nothing while that is away, so an outage does not end up here.
        LOG.error("could not run a start-up check", e);
        findings.add(
            Finding.severe(
                check.getClass().getSimpleName(),
                "could not run this start-up check",
                "see the error in the server's log, and correct the setting that the check reads"));
      }
    }
    findings.sort(Comparator.comparing(Finding::setting));
    return findings;
  }
}
