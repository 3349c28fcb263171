package io.iamplane.packaged.siege;

/** One way to make a server serve others badly. */
interface Attack {

  /** The name in the report. */
  String name();

  /**
   * Attacks until the target's time is over, and counts the outcome of each try. A refused attack
   * continues, as that is its purpose.
   */
  void run(Target target, Tally tally) throws Exception;
}
