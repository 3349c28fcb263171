package io.iamplane.governance.simulation.draft;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Says where in a draft something is wrong. */
final class PlacedErrors {

  private PlacedErrors() {}

  /**
   * Reads an object of the draft.
   *
   * @param place of the object
   * @throws IamException VALIDATION naming the place, also for refusals of the change itself as a
   *     conflict, or as not found
   */
  static <T> T at(String place, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IamException e) {
      if (e.code() == ErrorCode.VALIDATION) {
        Map<String, List<String>> errors = new HashMap<>();
        e.errors().forEach((member, messages) -> errors.put(place + "." + member, messages));
        throw IamException.validation(errors);
      }
      if (e.code() == ErrorCode.NOT_FOUND) {
        throw IamException.validation(place, "there is no such thing");
      }
      if (e.code() == ErrorCode.CONFLICT) {
        throw IamException.validation(place, e.detail());
      }
      throw e;
    }
  }
}
