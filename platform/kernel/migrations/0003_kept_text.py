from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("kernel", "0002_wall")]

    operations = [
        migrations.AlterField(model_name="keptresponse", name="body", field=models.TextField(null=True)),
    ]
