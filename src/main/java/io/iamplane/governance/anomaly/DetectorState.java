package io.iamplane.governance.anomaly;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** The learned state of a detector, as bytes, so that the next scan continues from the last one. */
public final class DetectorState {

  /** The version of the form; another one is not read. */
  private static final int VERSION = 1;

  private DetectorState() {}

  /** The state, deflated; some hundred bytes for a subject. */
  public static byte[] write(Detector detector) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream to = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      to.writeInt(VERSION);
      detector.write(to);
    } catch (IOException e) {
      throw new UncheckedIOException("could not write the detector's state to memory", e);
    }
    return bytes.toByteArray();
  }

  /**
   * The detector of a state; empty when it is of another form or damaged, so that learning begins
   * from nothing.
   */
  public static Optional<Detector> read(byte[] state) {
    try (DataInputStream from =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(state)))) {
      if (from.readInt() != VERSION) {
        return Optional.empty();
      }
      Detector detector = Detector.read(from);
      return from.read() < 0 ? Optional.of(detector) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
