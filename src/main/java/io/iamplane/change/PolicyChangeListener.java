package io.iamplane.change;

import io.iamplane.shared.OrganizationId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hears every policy change of this process once it has committed, before the writer is answered,
 * so that writers read their own writes.
 */
public interface PolicyChangeListener {

  /**
   * Takes note of the version that the changes lead to. Must neither throw nor ask the database:
   * the transaction's thread runs it.
   */
  void committed(OrganizationId organization, long version, List<PolicyChange> changes);

  /**
   * One thing that a version changed. An image is the record itself where this process made the
   * change, so that nothing is written to JSON to be read again, and the JSON of {@code
   * iam_policy_changes} where another did.
   *
   * @param targetType {@code user}, {@code grant}, …
   * @param before the full image before; null when it was made
   * @param after the full image after; null when it was removed
   */
  record PolicyChange(String targetType, @Nullable Object before, @Nullable Object after) {}
}
