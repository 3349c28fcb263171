package io.iamplane.migrate;

import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.migrate.export.ExportReport;
import io.iamplane.migrate.export.ExportedRelation;
import io.iamplane.migrate.export.FgaModelExport;
import io.iamplane.migrate.export.FgaTupleFile;
import io.iamplane.migrate.source.PeerFormats;
import io.iamplane.migrate.target.ImportReport;
import io.iamplane.migrate.target.ModelWriter;
import io.iamplane.migrate.target.TargetModel;
import io.iamplane.migrate.target.TargetRelation;
import io.iamplane.migrate.target.TupleWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A model and relations here, and their export for OpenFGA. */
record ExportedPeer(String dsl, String tuples, ExportReport report) {

  static ExportedPeer of(
      Map<String, Object> types, Map<String, Object> conditions, List<ExportedRelation> relations)
      throws IOException {
    RelationModel model = Objects.requireNonNull(RelationModel.parse(types, conditions).model());
    ExportReport report = new ExportReport();
    FgaModelExport export = FgaModelExport.of(model, members(relations), report);
    StringWriter written = new StringWriter();
    try (FgaTupleFile file = new FgaTupleFile(export, written, report)) {
      relations.forEach(file::write);
    }
    return new ExportedPeer(export.dsl(), written.toString(), report);
  }

  private static List<SubjectType> members(List<ExportedRelation> relations) {
    return relations.stream()
        .filter(each -> each.object().type().equals("group") && each.relation().equals("member"))
        .map(each ->
            new SubjectType(
                each.subject().type(), each.subjectRelation(), each.subject().id().equals("*")))
        .distinct()
        .toList();
  }

  /** Exports an imported model. */
  static ExportedPeer of(PeerModel model, List<PeerTuple> tuples)
      throws IOException, PeerFaultsException {
    ImportReport report = new ImportReport();
    TargetModel target = ModelWriter.write(model, report);
    TupleWriter writer = new TupleWriter(target, report);
    List<ExportedRelation> relations = new ArrayList<>();
    for (PeerTuple tuple : tuples) {
      writer.write(tuple).forEach(relation -> relations.add(exported(relation)));
    }
    return of(target.types(), target.conditions(), relations);
  }

  private static ExportedRelation exported(TargetRelation relation) {
    TargetRelation.Named named = relation.named();
    return new ExportedRelation(
        relation.subject(),
        relation.subjectRelation(),
        relation.relation(),
        relation.object(),
        relation.condition(),
        named == null ? null : new ExportedRelation.Named(named.name(), named.values()),
        relation.validUntil() != null,
        true);
  }

  /** Reads the exported files again. */
  PeerDocument read() throws IOException, PeerFaultsException {
    Imported files = Imported.openfga("model.fga", dsl).file("tuples.json", tuples);
    List<PeerTuple> all = new ArrayList<>();
    PeerFormats.data(PeerKind.OPENFGA, "tuples.json", files.files()).read(all::add);
    return new PeerDocument(files.document("model.fga").model(), all, List.of());
  }

  /** The report's lines. */
  List<String> lines() {
    return report.lines();
  }
}
