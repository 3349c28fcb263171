package io.iamplane.job;

import java.time.Instant;

/** A table with rows that nothing needs after their time. */
public interface ExpiringRows {

  /** Their name in the log. */
  String rows();

  /** Removes at most so many expired rows, past those locked by others; returns the number. */
  int removeExpired(Instant now, int most);
}
