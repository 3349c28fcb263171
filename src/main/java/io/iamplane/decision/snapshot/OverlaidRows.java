package io.iamplane.decision.snapshot;

import io.iamplane.change.PolicyChangeListener.PolicyChange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** A tenant's rows as changes, in order, would leave them; the last one about a row counts. */
record OverlaidRows(Images images, List<PolicyChange> changes) {

  interface Images {

    <T> T read(Object image, Class<T> type);
  }

  static OverlaidRows none() {
    return new OverlaidRows(OverlaidRows::unread, List.of());
  }

  private static <T> T unread(Object image, Class<T> type) {
    throw new IllegalStateException("there is no image of " + type.getSimpleName());
  }

  /**
   * Visits the rows of one kind.
   *
   * @param rows visits those of the table
   */
  <T> void forEach(RowKind<T> kind, Consumer<Consumer<T>> rows, Consumer<? super T> each) {
    Map<Object, Optional<T>> over = images(kind);
    rows.accept(row -> {
      Optional<T> image = over.isEmpty() ? null : over.remove(kind.key().apply(row));
      if (image == null) {
        each.accept(row);
      } else {
        image.ifPresent(each);
      }
    });
    over.values().forEach(image -> image.ifPresent(each));
  }

  private <T> Map<Object, Optional<T>> images(RowKind<T> kind) {
    Map<Object, Optional<T>> over = new HashMap<>();
    for (PolicyChange change : changes) {
      if (change.targetType().equals(kind.target())) {
        Object any = change.after() == null ? change.before() : change.after();
        T known = images.read(Objects.requireNonNull(any), kind.type());
        over.put(
            kind.key().apply(known),
            change.after() == null ? Optional.empty() : Optional.of(known));
      }
    }
    return over;
  }
}
