CREATE TABLE "sitemap_files" (
	"collection" text NOT NULL,
	"first_id" uuid NOT NULL,
	CONSTRAINT "sitemap_files_collection_first_id_pk" PRIMARY KEY("collection","first_id")
);
