package io.iamplane.catalog.manifest;

import io.iamplane.chain.PersonalData;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A submitted manifest without its content, which never changes and which the hash pins.
 *
 * @param version counts the manifests of one application, from 1
 * @param contentHash SHA-256 of the content's canonical JSON (RFC 8785), in hexadecimal
 * @param baseVersion the version that it was compared with, and that it replaced if it was applied;
 *     0: none
 * @param decidedBy the subject that approved or rejected it, and wrote the {@code note}
 */
@RegisterForReflection
public record ManifestVersion(
    ManifestId id,
    String applicationKey,
    int version,
    Status status,
    String contentHash,
    boolean requiresApproval,
    int baseVersion,
    String submittedBy,
    @Nullable String decidedBy,
    @Nullable String note,
    long revision,
    Instant createdAt)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return Set.of("note");
  }

  /**
   * The status of a manifest. A submitted manifest is checked at once, so that the first two are
   * passed through and never stored.
   */
  public enum Status implements WireName {
    SUBMITTED,
    VALIDATED,
    PENDING_APPROVAL,
    APPROVED,
    APPLIED,
    ROLLED_BACK,
    REJECTED
  }

  ManifestVersion decided(
      Status newStatus, int newBase, @Nullable String by, @Nullable String newNote) {
    return new ManifestVersion(
        id,
        applicationKey,
        version,
        newStatus,
        contentHash,
        requiresApproval,
        newBase,
        submittedBy,
        by,
        newNote,
        revision + 1,
        createdAt);
  }

  ManifestVersion with(Status newStatus, int newBase) {
    return decided(newStatus, newBase, decidedBy, note);
  }
}
