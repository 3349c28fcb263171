package io.iamplane.chain;

import io.iamplane.chain.note.MalformedNoteException;
import io.iamplane.chain.note.NoteVerifier;
import io.iamplane.shared.StartUpCheck;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The keys that {@code iam.audit.trusted-keys} pins. */
@Singleton
class TrustedKeys implements StartUpCheck {

  private static final String SETTING = "iam.audit.trusted-keys";

  private final AuditConfig config;

  TrustedKeys(AuditConfig config) {
    this.config = config;
  }

  /**
   * The pinned keys; empty when none is.
   *
   * @throws IllegalStateException naming the setting when one of them cannot be read: to go on with
   *     the others, or with those of the database, would trust other keys than the operator does
   */
  Optional<List<NoteVerifier>> pinned() {
    List<Finding> findings = findings();
    if (!findings.isEmpty()) {
      throw new IllegalStateException(findings.getFirst().line());
    }
    return config.trustedKeys().map(keys -> keys.stream().map(NoteVerifier::parse).toList());
  }

  @Override
  public List<Finding> findings() {
    List<String> faults = new ArrayList<>();
    List<String> keys = config.trustedKeys().orElse(List.of());
    for (int i = 0; i < keys.size(); i++) {
      try {
        NoteVerifier.parse(keys.get(i));
      } catch (MalformedNoteException e) {
        faults.add("key %d of %d: %s".formatted(i + 1, keys.size(), e.getMessage()));
      }
    }
    return faults.isEmpty()
        ? List.of()
        : List.of(
            Finding.severe(
                SETTING,
                "not a valid list of keys (" + String.join("; ", faults) + ")",
                "list the keys, separated by commas, in the form shown in an export's header"));
  }
}
