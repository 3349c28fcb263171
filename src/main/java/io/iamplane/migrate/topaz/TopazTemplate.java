package io.iamplane.migrate.topaz;

import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentShape;
import io.iamplane.migrate.text.PeerLimits;
import java.util.List;
import java.util.stream.Stream;

/**
 * A template, which {@code topaz templates install} reads: the files of a model, its data and the
 * assertions about them.
 *
 * @param data files of objects and relations, first of people, then of the application
 */
public record TopazTemplate(Scalar manifest, List<Scalar> data, List<Scalar> assertions) {

  public TopazTemplate {
    data = List.copyOf(data);
    assertions = List.copyOf(assertions);
  }

  public static boolean isTemplate(DocumentNode document) {
    return document instanceof Members members
        && members.get("assets") instanceof Members assets
        && assets.get("manifest") != null;
  }

  public static TopazTemplate read(DocumentNode document) throws PeerFaultsException {
    PeerFaults faults = new PeerFaults();
    DocumentShape shape = new DocumentShape(faults);
    Members template = shape.members(document, "a template");
    Members assets = shape.member(template, "assets");
    Scalar manifest = shape.text(assets, "manifest");
    if (manifest == null) {
      throw new PeerFaultsException(assets.place(), "'manifest' must be a string");
    }
    List<Scalar> people = shape.textsOf(assets, "idp_data");
    List<Scalar> domain = shape.textsOf(assets, "domain_data");
    List<Scalar> assertions = shape.textsOf(assets, "assertions");
    List<Scalar> data = Stream.concat(people.stream(), domain.stream()).toList();
    if (data.size() + assertions.size() > PeerLimits.MAX_FILES) {
      faults.add(
          assets.place(), "a template can name at most %d files".formatted(PeerLimits.MAX_FILES));
    }
    faults.refuse();
    return new TopazTemplate(manifest, data, assertions);
  }
}
