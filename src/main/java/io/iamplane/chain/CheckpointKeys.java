package io.iamplane.chain;

import io.iamplane.chain.note.NoteSigner;
import io.iamplane.chain.note.NoteVerifier;
import java.util.List;

/** The keys of purpose {@code audit}, which are never those that sign tokens. */
public interface CheckpointKeys {

  /**
   * The key that signs now. May read the database.
   *
   * @throws io.iamplane.shared.IamException CONFLICT when the installation has none yet;
   *     DEPENDENCY_UNAVAILABLE when it cannot be unwrapped now
   */
  NoteSigner signer();

  /** Every key that ever signed and was not revoked, the oldest first. May read the database. */
  List<NoteVerifier> verifiers();

  /** Every key that was revoked: its signatures do not count. May read the database. */
  List<NoteVerifier> revoked();
}
