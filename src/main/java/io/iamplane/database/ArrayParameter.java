package io.iamplane.database;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Oid;
import org.postgresql.jdbc.PgArray;

/**
 * An array of PostgreSQL's as it is sent, in the binary form of {@code array_recv} (PostgreSQL,
 * {@code arrayfuncs.c}). The driver writes ids and times as text, which the database has to read
 * again for each row, and it does so while the transaction waits; this is made with the rows, also
 * on another thread.
 */
public final class ArrayParameter {

  private static final int HEADER = 5 * Integer.BYTES;
  private static final int NULL = -1;

  /** The length field before each element. */
  private static final int LENGTH = Integer.BYTES;

  /** From 1970 to 2000, which PostgreSQL counts from. */
  private static final long EPOCH_SECONDS = 946_684_800;

  private static final int MICROS = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  /** Later than any time of PostgreSQL's, and different from its value for infinity. */
  private static final long BEYOND = Long.MAX_VALUE - 1;

  private final Type type;
  private final int count;
  private final boolean hasNull;

  /** The elements, in one piece or several. */
  private final byte[][] pieces;

  private ArrayParameter(Type type, int count, boolean hasNull, byte[]... pieces) {
    this.type = type;
    this.count = count;
    this.hasNull = hasNull;
    this.pieces = pieces;
  }

  private enum Type {
    UUIDS(Oid.UUID_ARRAY, Oid.UUID),
    TEXTS(Oid.TEXT_ARRAY, Oid.TEXT),
    TIMES(Oid.TIMESTAMPTZ_ARRAY, Oid.TIMESTAMPTZ),
    NUMBERS(Oid.INT8_ARRAY, Oid.INT8),
    BYTES(Oid.BYTEA_ARRAY, Oid.BYTEA);

    private final int oid;
    private final int element;

    Type(int oid, int element) {
      this.oid = oid;
      this.element = element;
    }
  }

  static ArrayParameter ids(UUID[] ids) {
    ByteBuffer into = ByteBuffer.allocate(ids.length * (LENGTH + 2 * Long.BYTES));
    for (UUID id : ids) {
      into.putInt(2 * Long.BYTES)
          .putLong(id.getMostSignificantBits())
          .putLong(id.getLeastSignificantBits());
    }
    return new ArrayParameter(Type.UUIDS, ids.length, false, into.array());
  }

  static ArrayParameter numbers(long[] numbers) {
    ByteBuffer into = ByteBuffer.allocate(numbers.length * (LENGTH + Long.BYTES));
    for (long number : numbers) {
      into.putInt(Long.BYTES).putLong(number);
    }
    return new ArrayParameter(Type.NUMBERS, numbers.length, false, into.array());
  }

  /** {@code timestamptz[]}, to the microsecond. The database refuses times outside of its range. */
  static ArrayParameter times(@Nullable Instant[] times) {
    int nulls = nulls(times);
    ByteBuffer into =
        ByteBuffer.allocate(times.length * LENGTH + (times.length - nulls) * Long.BYTES);
    for (Instant time : times) {
      if (time == null) {
        into.putInt(NULL);
      } else {
        into.putInt(Long.BYTES).putLong(micros(time));
      }
    }
    return new ArrayParameter(Type.TIMES, times.length, nulls > 0, into.array());
  }

  private static long micros(Instant time) {
    try {
      return Math.addExact(
          Math.multiplyExact(time.getEpochSecond() - EPOCH_SECONDS, (long) MICROS),
          (time.getNano() + NANOS_PER_MICRO / 2) / NANOS_PER_MICRO);
    } catch (ArithmeticException e) {
      return time.getEpochSecond() < 0 ? -BEYOND : BEYOND;
    }
  }

  static ArrayParameter texts(@Nullable String[] texts) {
    byte[] @Nullable [] encoded = new byte[texts.length] @Nullable [];
    for (int i = 0; i < texts.length; i++) {
      String text = texts[i];
      encoded[i] = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }
    return of(Type.TEXTS, encoded);
  }

  static ArrayParameter bytes(byte[] @Nullable [] values) {
    return of(Type.BYTES, values);
  }

  private static ArrayParameter of(Type type, byte[] @Nullable [] values) {
    int size = values.length * LENGTH;
    for (byte[] value : values) {
      size += value == null ? 0 : value.length;
    }
    ByteBuffer into = ByteBuffer.allocate(size);
    for (byte[] value : values) {
      if (value == null) {
        into.putInt(NULL);
      } else {
        into.putInt(value.length).put(value);
      }
    }
    return new ArrayParameter(type, values.length, nulls(values) > 0, into.array());
  }

  private static int nulls(@Nullable Object[] values) {
    return (int) Arrays.stream(values).filter(Objects::isNull).count();
  }

  ArrayParameter with(ArrayParameter next) {
    if (type != next.type) {
      throw new IllegalArgumentException(
          "cannot combine an array of %s with one of %s".formatted(type, next.type));
    }
    byte[][] both = new byte[pieces.length + next.pieces.length][];
    System.arraycopy(pieces, 0, both, 0, pieces.length);
    System.arraycopy(next.pieces, 0, both, pieces.length, next.pieces.length);
    return new ArrayParameter(type, count + next.count, hasNull || next.hasNull, both);
  }

  /** Counts the characters and bytes of variable length. */
  int size() {
    return switch (type) {
      case TEXTS, BYTES -> length() - count * LENGTH;
      case UUIDS, TIMES, NUMBERS -> 0;
    };
  }

  private int length() {
    return Arrays.stream(pieces).mapToInt(piece -> piece.length).sum();
  }

  void bind(PreparedStatement statement, int index) throws SQLException {
    BaseConnection connection = statement.getConnection().unwrap(BaseConnection.class);
    statement.setArray(index, new PgArray(connection, type.oid, whole()));
  }

  /** The whole parameter, header included, in the binary format. */
  byte[] whole() {
    ByteBuffer into = ByteBuffer.allocate(HEADER + length());
    into.putInt(1).putInt(hasNull ? 1 : 0).putInt(type.element).putInt(count).putInt(1);
    for (byte[] piece : pieces) {
      into.put(piece);
    }
    return into.array();
  }
}
