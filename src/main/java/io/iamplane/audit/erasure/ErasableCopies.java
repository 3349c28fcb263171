package io.iamplane.audit.erasure;

import io.iamplane.shared.OrganizationId;
import java.time.Instant;

/**
 * Copies of texts about people that another feature keeps in a form of its own, such as sealed.
 * Called outside of any lock, in portions of its own, before a person is erased; and again inside
 * the erasure, for texts written meanwhile.
 */
public interface ErasableCopies {

  /**
   * Erases the copies that name a person, by a name or the id, in texts of {@code since} or later;
   * returns their number.
   */
  int erase(OrganizationId organization, PersonNames names, Instant since);
}
