package io.iamplane.change;

/** Follows how far a group is, so that the next one goes on meanwhile. */
interface GroupProgress {

  /** It takes no more along; where it leaves the tenant, the next one can expect. */
  void closed();

  /** What it changed is written, and is committed now. */
  void written();

  /**
   * It is about to lock the tenant: waits for the groups before to have done so.
   *
   * @return false when they still have not
   */
  boolean follow();

  /** It locks the tenant as it finds it. */
  void locking();

  /** Whether another group of the tenant does so meanwhile, or did since this one began. */
  boolean isOvertaken();
}
