package io.iamplane.governance.leastprivilege;

import io.iamplane.decision.journal.DecisionJournal;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.governance.leastprivilege.OrganizationScan.Recommended;
import io.iamplane.governance.leastprivilege.use.GrantUseQuery;
import io.iamplane.governance.leastprivilege.use.UseLearning;
import io.iamplane.governance.leastprivilege.use.UseLearning.Learned;
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
 * Counts the uses of grants, and recommends to remove unused ones. One organization after another,
 * beginning with the one that waited the longest, up to a bound of each and of all; the next run
 * continues.
 */
@Singleton
public class LeastPrivilegeScan {

  private static final Logger LOG = Logger.getLogger(LeastPrivilegeScan.class);

  /** Servers write decisions after some seconds; blocks that arrive later would be missed. */
  private static final Duration SETTLED = Duration.ofMinutes(2);

  /** The limit of all organizations together, in multiples of the limit of one. */
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
   * The result of a run.
   *
   * @param decisions counted in this run and not before
   * @param replayed decisions read for proofs
   * @param resolved recommendations that ended by themselves
   * @param uncovered organizations with too few recorded decisions for recommendations
   * @param failed organizations that failed; the next run tries again
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
    long most = SHARES * LeastPrivilegeConfig.MAX_DECISIONS;
    for (Organization organization : inTurn()) {
      if (all.decisions() + all.replayed() >= most) {
        LOG.info(
            "the least-privilege scan has reached its limit of decisions; the next run will"
                + " continue");
        break;
      }
      try {
        all = all.plus(scan(organization.id(), now));
      } catch (RuntimeException e) {
        all = all.plus(new Scanned(1, 0, 0, 0, 0, 0, 1));
        LOG.warnf(
            e, "could not scan organization %s for least privilege: %s", organization.key(), e);
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

  Scanned scan(OrganizationId organization, Instant now) {
    if (!journal.isReadable()) {
      learning.interrupt(organization);
      return new Scanned(1, 0, 0, 0, 0, 1, 0);
    }
    Instant settled = now.minus(SETTLED);
    Learned learned =
        learning.learn(organization, settled, LeastPrivilegeConfig.MAX_DECISIONS, now);
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
