package io.iamplane.migrate.generator;

import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTuple;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A subject that a question may be about.
 *
 * @param userset its relation, if it is a userset
 */
public record GeneratedSubject(PeerObject object, @Nullable String userset) {

  private static final int OBJECTS = 4;
  private static final List<String> TYPES = List.of("team", "folder", "doc");

  /** The members of a group, or those who have any name on any object. */
  public static GeneratedSubject userset(PeerModel model, Random random) {
    boolean group = random.nextBoolean();
    String type = group ? "group" : TYPES.get(random.nextInt(TYPES.size()));
    List<String> names = List.copyOf(model.types().get(type).relations().keySet());
    return new GeneratedSubject(
        new PeerObject(type, String.valueOf(random.nextInt(OBJECTS))),
        names.get(random.nextInt(names.size())));
  }

  /** A userset; or everyone, where the system may be asked about everyone. */
  public static GeneratedSubject set(PeerModel model, Random random) {
    return model.kind() == PeerKind.OPENFGA && random.nextInt(3) == 0
        ? new GeneratedSubject(new PeerObject("user", PeerTuple.EVERYONE), null)
        : userset(model, random);
  }

  @Override
  public String toString() {
    return object + (userset == null ? "" : "#" + userset);
  }
}
