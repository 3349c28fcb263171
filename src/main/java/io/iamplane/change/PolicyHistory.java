package io.iamplane.change;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.database.JsonColumns;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The history of a tenant's policy, version by version. */
@Singleton
public class PolicyHistory {

  private final PolicyVersionStore versions;
  private final JsonColumns json;

  PolicyHistory(PolicyVersionStore versions, JsonColumns json) {
    this.versions = versions;
    this.json = json;
  }

  /**
   * The present versions of the requested tenants, without unknown ones, and the database's time.
   */
  public record Present(Map<OrganizationId, Long> versions, Instant at) {}

  /**
   * The present versions of several tenants. One statement, without a transaction around it and on
   * a connection of its own: every replica asks this several times a second, and denies without an
   * answer.
   *
   * @throws IllegalStateException if a standby answers: its data may be of any age
   */
  public Present present(Collection<OrganizationId> organizations) {
    return versions.currentOnControl(organizations);
  }

  /**
   * The versions after one, oldest first, at most {@code limit}. Versions are given out under a
   * lock, so that no version can appear later below the highest one already read. Takes a control
   * connection: callers leave some of them to freshness and probes.
   */
  public TreeMap<Long, List<PolicyChange>> since(
      OrganizationId organization, long version, int limit) {
    return since(organization, version, limit, true);
  }

  /** Reads like {@link #since}, on the current transaction's connection, with its own changes. */
  public TreeMap<Long, List<PolicyChange>> sinceInTransaction(
      OrganizationId organization, long version, int limit) {
    return since(organization, version, limit, false);
  }

  private TreeMap<Long, List<PolicyChange>> since(
      OrganizationId organization, long version, int limit, boolean onControl) {
    TreeMap<Long, List<PolicyChange>> history = new TreeMap<>();
    versions.since(
        organization,
        version,
        version + limit,
        onControl,
        (at, row) -> history.computeIfAbsent(at, _ -> new ArrayList<>()).add(change(row)));
    return history;
  }

  /** A change on the way back, with its version and the length of its images in characters. */
  public record PastChange(long version, long length, PolicyChange change) {}

  /**
   * Visits the changes of the versions up to {@code last} and after {@code version}, the latest
   * first, as the current transaction sees them. Reads no further change once the visitor returns
   * false.
   */
  public void backInTransaction(
      OrganizationId organization, long last, long version, Predicate<PastChange> each) {
    versions.back(
        organization,
        last,
        version,
        (at, row) -> each.test(new PastChange(at, length(row), change(row))));
  }

  private static long length(PolicyVersionStore.ChangeImage row) {
    return (long) (row.before() == null ? 0 : row.before().length())
        + (row.after() == null ? 0 : row.after().length());
  }

  private PolicyChange change(PolicyVersionStore.ChangeImage row) {
    return new PolicyChange(row.targetType(), json(row.before()), json(row.after()));
  }

  private @Nullable JsonNode json(@Nullable String text) {
    return text == null ? null : json.tree(text);
  }
}
