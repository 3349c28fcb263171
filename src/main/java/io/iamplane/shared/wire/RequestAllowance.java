package io.iamplane.shared.wire;

/** The ceiling on how much the present request's client may ask. */
public interface RequestAllowance {

  /**
   * Charges the request for its questions beyond the first.
   *
   * @throws io.iamplane.shared.IamException TOO_MANY_REQUESTS if less is left; nothing is charged
   *     then
   */
  void charge(int more);
}
