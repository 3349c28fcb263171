package io.iamplane.packaged.siege;

/** One way to make a server serve others badly. */
interface Attack {

  /** What the report calls it. */
  String name();

  /**
   * Attacks until the target says that it is over, counting what became of each try. An attack that
   * is refused goes on: that is what it is for.
   */
  void run(Target target, Tally tally) throws Exception;
}
