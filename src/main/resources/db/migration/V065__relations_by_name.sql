-- Every index costs each write of a relation a tenth of its time. Relations of one subject, and of one object, are listed by
-- the name of the relation now, which the longer indexes can do.
DROP INDEX iam_relations_by_subject;
DROP INDEX iam_relations_by_object;
