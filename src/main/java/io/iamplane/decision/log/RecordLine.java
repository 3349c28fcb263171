package io.iamplane.decision.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where one record is written, and then the next: its bytes are not copied for who reads them. */
final class RecordLine extends ByteArrayOutputStream {

  private static final int COMMON = 1_024;

  /**
   * Half a surrogate pair, which UTF-8 cannot hold, must not keep a decision from being written.
   */
  private final JsonFactory json =
      new JsonFactoryBuilder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .rootValueSeparator((SerializableString) null)
          .build();

  private @Nullable JsonGenerator writer;

  RecordLine() {
    super(COMMON);
  }

  /** Begins a record, whatever became of the one before. */
  JsonGenerator begin() throws IOException {
    JsonGenerator kept = writer;
    // Stays away where a record does not come to its end.
    writer = null;
    reset();
    return kept == null ? json.createGenerator(this) : kept;
  }

  /** Ends the record that was begun. */
  void end(JsonGenerator begun) throws IOException {
    begun.flush();
    writer = begun;
  }

  /**
   * Adds the members of another object to the record.
   *
   * @param object one JSON object, which has members
   */
  void join(byte[] object) {
    buf[count - 1] = ',';
    write(object, 1, object.length - 1);
  }

  /** The bytes, of which the first {@link #size} are the record's, until the next is written. */
  byte[] bytes() {
    return buf;
  }
}
