package io.iamplane.leastprivilege;

import io.iamplane.decision.journal.DecisionJournal;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.leastprivilege.OrganizationScan.Recommended;
import io.iamplane.leastprivilege.use.GrantUseQuery;
import io.iamplane.leastprivilege.use.UseLearning;
import io.iamplane.leastprivilege.use.UseLearning.Learned;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Counts what grants are used for, and recommends to take away what is not. One organization after
 * another, the one that waited the longest first, up to a bound of each and of all; the next run
 * goes on.
 */
@Singleton
public class LeastPrivilegeScan {

  private static final Logger LOG = Logger.getLogger(LeastPrivilegeScan.class);

  /** Servers write what they decided after some seconds; later blocks would be passed over. */
  private static final Duration SETTLED = Duration.ofMinutes(2);

  /** Of all organizations together, so many times what one may take. */
  private static final int SHARES = 10;

  private final OrganizationService organizations;
  private final UseLearning learning;
  private final GrantUseQuery uses;
  private final OrganizationScan scan;
  private final DecisionJournal journal;
  private final LeastPrivilegeConfig config;

  LeastPrivilegeScan(
      OrganizationService organizations,
      UseLearning learning,
      GrantUseQuery uses,
      OrganizationScan scan,
      DecisionJournal journal,
      LeastPrivilegeConfig config) {
    this.organizations = organizations;
    this.learning = learning;
    this.uses = uses;
    this.scan = scan;
    this.journal = journal;
    this.config = config;
  }

  /**
   * What a run did.
   *
   * @param decisions that it counted, which no run did before
   * @param replayed decisions that it read for proofs
   * @param opened recommendations that are new
   * @param resolved recommendations that ended by themselves
   * @param uncovered organizations of which too little was recorded yet to recommend anything
   * @param failed organizations that could not be looked at; the next run tries again
   */
  public record Scanned(
      int organizations,
      long decisions,
      long replayed,
      int opened,
      int resolved,
      int uncovered,
      int failed) {

    static final Scanned NOTHING = new Scanned(0, 0, 0, 0, 0, 0, 0);

    Scanned plus(Scanned other) {
      return new Scanned(
          organizations + other.organizations,
          decisions + other.decisions,
          replayed + other.replayed,
          opened + other.opened,
          resolved + other.resolved,
          uncovered + other.uncovered,
          failed + other.failed);
    }
  }

  /** Looks at all organizations, as far as the bound of a run allows. */
  public Scanned run(Instant now) {
    Scanned all = Scanned.NOTHING;
    long most = SHARES * config.maxDecisions();
    for (Organization organization : inTurn()) {
      if (all.decisions() + all.replayed() >= most) {
        LOG.info("the run has read as much as one may; the next one goes on");
        break;
      }
      try {
        all = all.plus(scan(organization.id(), now));
      } catch (RuntimeException e) {
        all = all.plus(new Scanned(1, 0, 0, 0, 0, 0, 1));
        LOG.warnf(e, "no scan for least privilege of organization %s: %s", organization.key(), e);
      }
    }
    return all;
  }

  private List<Organization> inTurn() {
    Map<OrganizationId, Integer> places = new HashMap<>();
    uses.countedLongestAgo().forEach(each -> places.put(each, places.size()));
    List<Organization> all = new ArrayList<>(organizations.all());
    all.sort(Comparator.comparingInt(each -> places.getOrDefault(each.id(), -1)));
    return all;
  }

  /** Looks at one organization. */
  Scanned scan(OrganizationId organization, Instant now) {
    if (!journal.isReadable()) {
      learning.interrupt(organization);
      return new Scanned(1, 0, 0, 0, 0, 1, 0);
    }
    Instant settled = now.minus(SETTLED);
    Learned learned = learning.learn(organization, settled, config.maxDecisions(), now);
    if (!learned.complete() || !learned.state().covers(config.usedFrom(settled))) {
      return new Scanned(1, learned.decisions(), 0, 0, 0, 1, 0);
    }
    Recommended done = scan.run(organization, settled, now);
    learning.settle(organization, done.stale(), now);
    return new Scanned(
        1,
        learned.decisions(),
        done.replayed(),
        done.written().opened(),
        done.written().resolved(),
        0,
        0);
  }
}
