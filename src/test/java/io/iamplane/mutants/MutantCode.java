package io.iamplane.mutants;

/** Carries out the replaced instructions, unchanged or as the active mutant. */
public final class MutantCode {

  private MutantCode() {}

  /** Compares two integers by the opcode of a jump; its mutants are the negation and the bound. */
  public static boolean compare(int left, int right, int opcode, int number) {
    boolean jumps =
        switch (opcode) {
          case 0x9F -> left == right;
          case 0xA0 -> left != right;
          case 0xA1 -> left < right;
          case 0xA2 -> left >= right;
          case 0xA3 -> left > right;
          case 0xA4 -> left <= right;
          default -> throw new IllegalArgumentException("opcode " + opcode);
        };
    if (opcode < 0xA1) {
      return jumps != Mutants.acts(number);
    }
    boolean bound = left == right ? Mutants.acts(number + 1) : Mutants.passes(number + 1);
    return jumps != Mutants.acts(number) != bound;
  }

  /** Compares two references by identity; its mutant is the negation. */
  public static boolean same(Object left, Object right, boolean same, int number) {
    return left == right == same != Mutants.acts(number);
  }

  /** Returns the boolean of a method; its mutants are {@code true} and {@code false}. */
  public static int truth(int value, int number) {
    int differs = value == 0 ? number : number + 1;
    Mutants.passes(number);
    Mutants.passes(number + 1);
    return Mutants.acts(differs) ? 1 - value : value;
  }

  /** Returns a boolean that the code names; its mutant is the other one. */
  public static int constant(int value, int number) {
    return Mutants.acts(number) ? 1 - value : value;
  }

  /** Returns the number of a method; its mutant is zero. */
  public static int zero(int value, int number) {
    return Mutants.acts(number) ? 0 : value;
  }

  /** Returns the number of a method; its mutant is zero. */
  public static long zero(long value, int number) {
    return Mutants.acts(number) ? 0 : value;
  }

  /** Adds a constant to a variable; its mutant subtracts it. */
  public static int increment(int value, int step, int number) {
    return Mutants.acts(number) ? value - step : value + step;
  }

  /** Returns true if a call is left out. */
  public static boolean skips(int number) {
    return Mutants.acts(number);
  }

  /** Computes with integers; its mutant uses the opposite operation. */
  public static int math(int left, int right, int opcode, int number) {
    return switch (Mutants.acts(number) ? opposite(opcode) : opcode) {
      case 0x60 -> left + right;
      case 0x64 -> left - right;
      case 0x68 -> left * right;
      case 0x6C -> left / right;
      case 0x70 -> left % right;
      case 0x78 -> left << right;
      case 0x7A -> left >> right;
      case 0x7C -> left >>> right;
      case 0x7E -> left & right;
      case 0x80 -> left | right;
      case 0x82 -> left ^ right;
      default -> throw new IllegalArgumentException("opcode " + opcode);
    };
  }

  /** Computes with long integers; its mutant uses the opposite operation. */
  public static long math(long left, long right, int opcode, int number) {
    return switch (Mutants.acts(number) ? opposite(opcode - 1) : opcode - 1) {
      case 0x60 -> left + right;
      case 0x64 -> left - right;
      case 0x68 -> left * right;
      case 0x6C -> left / right;
      case 0x70 -> left % right;
      case 0x7E -> left & right;
      case 0x80 -> left | right;
      case 0x82 -> left ^ right;
      default -> throw new IllegalArgumentException("opcode " + opcode);
    };
  }

  /** Returns the operation that the default mutators of PIT put in place of one. */
  private static int opposite(int opcode) {
    return switch (opcode) {
      case 0x60 -> 0x64;
      case 0x64 -> 0x60;
      case 0x68 -> 0x6C;
      case 0x6C, 0x70 -> 0x68;
      case 0x78 -> 0x7A;
      case 0x7A, 0x7C -> 0x78;
      case 0x7E -> 0x80;
      case 0x80, 0x82 -> 0x7E;
      default -> throw new IllegalArgumentException("opcode " + opcode);
    };
  }
}
