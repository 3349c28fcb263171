package io.iamplane.grant.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.shared.IamException;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.ValidationErrors;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one kind, read from a file on demand. The file was validated before; a fault found
 * now is a later change of the file, and is refused as well.
 */
final class ImportLines<T> implements Iterator<T>, AutoCloseable {

  private final String array;
  private final Function<JsonMembers, T> line;
  private final ValidationErrors errors = new ValidationErrors();
  private final ImportReader reader;
  private @Nullable T ahead;

  ImportLines(
      ObjectMapper mapper, ImportFile.Source source, String array, Function<JsonMembers, T> line) {
    this.array = array;
    this.line = line;
    try {
      this.reader = new ImportReader(mapper, source.open(), errors, Set.of(array));
    } catch (IOException e) {
      throw unreadable();
    }
  }

  @Override
  public boolean hasNext() {
    if (ahead == null) {
      ahead = read();
    }
    return ahead != null;
  }

  @Override
  public T next() {
    T next = ahead == null ? read() : ahead;
    ahead = null;
    if (next == null) {
      throw new NoSuchElementException();
    }
    return next;
  }

  private @Nullable T read() {
    try {
      if (!reader.next()) {
        return null;
      }
    } catch (IOException e) {
      throw unreadable();
    }
    T read = line.apply(reader.line());
    errors.refuse();
    return read;
  }

  private IamException unreadable() {
    return IamException.validation(array, "the file can no longer be read");
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw unreadable();
    }
  }
}
