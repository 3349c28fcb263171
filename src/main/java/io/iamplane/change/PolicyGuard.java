package io.iamplane.change;

/**
 * A rule that may veto a change after it was written and before it is sealed, such as "the last
 * administrator stays". It runs under the tenant's version lock, so that two writes cannot each
 * pass the rule and break it together.
 */
public interface PolicyGuard {

  /**
   * Reads the present rows and the effects of the change.
   *
   * @throws io.iamplane.shared.IamException to refuse the change, which then rolls back whole
   */
  void check(Recording recording);
}
