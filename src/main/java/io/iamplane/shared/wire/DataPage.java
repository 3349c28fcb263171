package io.iamplane.shared.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The envelope of a list; the next cursor is null, and present as null, on the last page. */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.ALWAYS)
public record DataPage<T>(List<T> data, @Nullable String nextCursor) {

  /**
   * @param list the list's name and filters, as given to {@link PageRequest#of}
   */
  public static <T, R> DataPage<R> of(
      Page<T> page, String list, Function<? super T, ? extends R> view) {
    return new DataPage<>(page.<R>map(view).items(), PageRequest.cursor(page, list));
  }
}
