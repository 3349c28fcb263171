package io.iamplane.change;

/** Follows how far a group is, so that the next one goes on meanwhile. */
interface GroupProgress {

  /** It takes no more along; where it leaves the tenant, the next one can expect. */
  void closed();

  /** The group's changes are written and about to be committed. */
  void written();

  /**
   * It is about to lock the tenant: waits for the groups before to have done so.
   *
   * @return false when they still have not
   */
  boolean follow();

  /** It locks the tenant as it finds it. */
  void locking();

  /**
   * Returns true if another group of the tenant locks it without an expectation now, or did so
   * since this one began.
   */
  boolean isOvertaken();
}
