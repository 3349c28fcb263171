package io.iamplane.decision.engine.generator;

import io.iamplane.shared.SubjectRef;
import java.time.Instant;

/** The few names and times that generated policies and requests share. */
final class Names {

  private final Dice dice;

  Names(Dice dice) {
    this.dice = dice;
  }

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** A type, the common ones more often. */
  String type() {
    return dice.of(
        "user",
        "user",
        "user",
        "group",
        "doc",
        "doc",
        "folder",
        "team",
        "service_account",
        "agent");
  }

  /** An id that may be an external id of something, or of another thing's id. */
  SubjectRef object(String type) {
    String prefix = type.substring(0, 1);
    String id =
        switch (dice.roll(30)) {
          case 0, 1, 2 -> "x" + dice.roll(3);
          case 3 -> "ghost";
          default -> prefix + dice.roll(3);
        };
    return new SubjectRef(type, id);
  }

  /** Something that the directory may hold. */
  SubjectRef entry(String type) {
    return new SubjectRef(type, dice.once(20) ? "x0" : type.substring(0, 1) + dice.roll(3));
  }

  /** A subject; sometimes everyone of a type. */
  SubjectRef subject() {
    String type =
        dice.of(
            "user", "user", "user", "group", "group", "service_account", "agent", "team", "doc");
    return dice.once(8) ? new SubjectRef(type, "*") : object(type);
  }

  String application() {
    return dice.once(40) ? "c" : dice.of("a", "a", "b");
  }

  String permission() {
    String application = application();
    return application + ":" + dice.of("x.p", "x.q", "y.p", "y.q");
  }

  String role() {
    return "r" + dice.roll(5);
  }

  /** Relations first, then permissions; models draw both from here. */
  String relation() {
    return dice.of("viewer", "parent", "member");
  }

  String name() {
    return dice.of("viewer", "parent", "member", "read", "write", "own");
  }

  Instant time() {
    return START.plusSeconds(dice.roll(5));
  }
}
