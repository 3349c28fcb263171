package io.iamplane.shared.wire;

/**
 * The body of a PATCH (RFC 5789). A member that it leaves out keeps its value; null clears an
 * optional member, and is refused for a required one.
 *
 * @param <T> the members that a client may change, as one record
 */
@FunctionalInterface
public interface Patch<T> {

  /**
   * @throws io.iamplane.shared.IamException VALIDATION naming every member at fault
   */
  T onto(T present);

  /** Returns true if it holds a member of that name on the wire, with any value. */
  default boolean names(String member) {
    return true;
  }
}
