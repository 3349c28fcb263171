package io.iamplane.change;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.OrganizationId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hears every policy change of this process once it has committed, before the writer is answered,
 * so that who wrote reads what was written.
 */
public interface PolicyChangeListener {

  /**
   * Takes note of a new version. Must neither throw nor ask the database: the transaction's thread
   * runs it.
   *
   * @param version the version that the changes lead to
   */
  void committed(OrganizationId organization, long version, List<PolicyChange> changes);

  /**
   * One thing that a version changed, as {@code iam_policy_changes} keeps it.
   *
   * @param targetType {@code user}, {@code grant}, …
   * @param before the full image before; null when it was made
   * @param after the full image after; null when it was removed
   */
  record PolicyChange(String targetType, @Nullable JsonNode before, @Nullable JsonNode after) {}
}
