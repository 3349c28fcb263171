package io.iamplane.job;

import java.time.Instant;

/** A table with rows that nothing needs after their time. */
public interface ExpiringRows {

  /** Their name in the log. */
  String rows();

  /**
   * Removes expired rows, past those that another transaction has locked.
   *
   * @param most the maximum number
   * @return the number of rows
   */
  int removeExpired(Instant now, int most);
}
