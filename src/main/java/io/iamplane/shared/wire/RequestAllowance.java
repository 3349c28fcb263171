package io.iamplane.shared.wire;

/** The ceiling on how much the present request's client may ask. */
public interface RequestAllowance {

  /**
   * Charges the request for what it holds besides the one that every request costs.
   *
   * @throws io.iamplane.shared.IamException TOO_MANY_REQUESTS when less is left; nothing is charged
   *     then
   */
  void charge(int more);
}
